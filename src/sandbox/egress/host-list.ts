import { readTarget, type Target, targetText } from "./target.ts";

/** Where a connection may go. One that only a pattern allows must not lead to this machine, see `reach.ts`. */
export type Way = Target & { isByPattern: boolean };

export type HostList = {
  /** Null when a connection to this target is not allowed. */
  wayTo(target: Target): Way | null;
  /** Ports of this machine, one target for each. */
  local: readonly Target[];
};

export type HostsReading = { ok: true; list: HostList } | { ok: false; reason: string };

/** Reads `name:port` and `*.name:port`. Anything else refuses all of it: a list that is misread holds nothing. */
export function readHosts(hosts: readonly string[]): HostsReading {
  const names = new Set<string>();
  const patterns: Target[] = [];
  const local = new Map<number, Target>();
  for (const host of hosts) {
    const isPattern = host.startsWith("*.");
    const target = readTarget(isPattern ? host.slice("*.".length) : host, HTTPS);
    if (target === null || (isPattern && !/[a-z][^.]*$/.test(target.name))) {
      return { ok: false, reason: `not a host: ${host}; write name:port or *.name:port` };
    }
    if (isPattern) patterns.push(target);
    else if (isThisMachine(target)) local.set(target.port, local.get(target.port) ?? target);
    else names.add(targetText(target));
  }
  const isByPattern = ({ name, port }: Target): boolean =>
    patterns.some((pattern) => port === pattern.port && name.endsWith(`.${pattern.name}`));
  const list: HostList = {
    local: [...local.values()],
    wayTo(target) {
      // Whichever way this machine is spelled, the way that was allowed is taken.
      const own = isThisMachine(target) ? local.get(target.port) : undefined;
      if (own !== undefined) return { ...own, isByPattern: false };
      if (names.has(targetText(target))) return { ...target, isByPattern: false };
      return isByPattern(target) ? { ...target, isByPattern: true } : null;
    },
  };
  return { ok: true, list };
}

const HTTPS = 443;

export const isThisMachine = ({ name }: Target): boolean => ["localhost", "127.0.0.1", "::1"].includes(name);
