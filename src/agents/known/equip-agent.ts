import { realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Kept } from "../../ports/agent.ts";
import type { Command, Mount } from "../../ports/sandbox.ts";
import { faultOfAddress } from "../../std/web-address.ts";
import type { AgentSettings, HomeFile, KnownAgent } from "./known-agent.ts";

/** The person an agent works for, as far as agents may know. */
export type AgentPerson = {
  home: string;
  /** A variable of their environment or a key of their keychain; null when there is none. */
  variable(name: string): string | null;
  settings(agent: string): AgentSettings;
};

/** What a known agent is given, beside its task. */
export type Equipment = {
  settings: AgentSettings;
  /** How it is let in: the name of a variable, or the path of a file; null when nothing lets it in. */
  letInBy: string | null;
  mounts: readonly Mount[];
  reaches: readonly string[];
  /** Starts a program with all of it; `cwd` is a path inside. Its conversations go to what is kept, if anything is. */
  command(argv: readonly [string, ...string[]], cwd: string, kept?: Kept): Command;
};

/** What is wrong with the address that its model is said to have, and what helps; null when nothing is. */
export function endpointFault(agent: KnownAgent, person: AgentPerson): { cause: string; remedy: string } | null {
  const decided = person.settings(agent.name).endpoint;
  const endpoint = decided ?? person.variable(agent.endpoint);
  const fault = endpoint === null ? null : faultOfAddress(endpoint);
  if (fault === null) return null;
  const name = decided === null ? agent.endpoint : `the endpoint of ${agent.name} in policy.yaml`;
  return { cause: `${name} ${fault}`, remedy: "name one host there, and no key: https://proxy.example.com/v1" };
}

/** A HOME of its own with its settings and a copy of its log-in; nothing else of the person's. */
export function equipAgent(agent: KnownAgent, person: AgentPerson): Equipment {
  const settings = person.settings(agent.name);
  const endpoint = settings.endpoint ?? person.variable(agent.endpoint);
  const isFree = endpoint !== null && agent.endpointKeys !== undefined;
  const keys = present(isFree ? (agent.endpointKeys ?? []) : agent.keys, person);
  const logins = agent.logins.flatMap((at) => {
    const show = realFile(join(person.home, at));
    return show === null ? [] : [{ at, show, inside: `${CREDENTIALS}/${at}` }];
  });
  const [[key, value] = [null, ""]] = Object.entries(keys);
  return {
    settings: { ...settings, endpoint },
    letInBy: key ?? logins[0]?.show ?? (isFree ? endpoint : null),
    mounts: logins.map(({ show, inside }) => ({ show, at: inside, access: "read" })),
    reaches: endpoint === null ? agent.reaches : hostIn(endpoint),
    command: (argv, cwd, kept) => ({
      argv: [
        ...["bash", "-c", FILL_HOME, "agent"],
        ...agent.settings({ ...settings, endpoint }, key, cwd).flatMap(({ at, text }: HomeFile) => ["text", at, text]),
        ...logins.flatMap(({ at, show, inside }) => ["copy", at, inside, show]),
        ...(kept === undefined ? [] : agent.keeps.flatMap((at) => ["keep", ...keptPart(at, kept)])),
        ...["run", ...argv],
      ] as [string, ...string[]],
      cwd,
      env: { ...agent.env, ...present(agent.passed, person), ...(endpoint !== null && { [agent.endpoint]: endpoint }) },
      secrets: { ...keys, ...(key !== null && agent.keyName !== undefined && { [agent.keyName]: value }) },
      stdin: "open",
    }),
  };
}

/** Where the files of its log-in lie until it has copied them. */
const CREDENTIALS = "/run/planwright/credentials";

/** What is linked in its HOME, where it is kept, and the folder that has to be there for it. */
function keptPart(at: string, { at: kept }: Kept): [string, string, string] {
  const path = `${kept}/${at}`;
  return at.endsWith("/") ? [at.slice(0, -1), path.slice(0, -1), path] : [at, path, dirname(path)];
}

/**
 * Where nothing is held, nothing is mounted either, and the file is read where it lies. What is kept is a link, because an
 * agent that is ended leaves no time to copy anything.
 */
const FILL_HOME = `umask 077
put() { mkdir -p "$(dirname "$HOME/$1")"; }
while [ "$1" = text ]; do put "$2"; printf %s "$3" > "$HOME/$2"; shift 3; done
while [ "$1" = copy ]; do put "$2"; cp "$([ -e "$3" ] && echo "$3" || echo "$4")" "$HOME/$2"; shift 4; done
while [ "$1" = keep ]; do put "$2"; mkdir -p "$4"; ln -s "$3" "$HOME/$2"; shift 4; done
shift; umask 022; exec "$@"`;

const present = (names: readonly string[], { variable }: AgentPerson): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = variable(name);
      return value === null ? [] : [[name, value]];
    }),
  );

/** Null also for one that we may not look at: then it does not let anybody in. */
function realFile(path: string): string | null {
  try {
    return statSync(path).isFile() ? realpathSync(path) : null;
  } catch {
    return null;
  }
}

/** Nothing for an address that is none: `endpointFault` says so. */
function hostIn(url: string): string[] {
  if (faultOfAddress(url) !== null) return [];
  const { hostname, port, protocol } = new URL(url);
  return [`${hostname}:${port || (protocol === "http:" ? 80 : 443)}`];
}
