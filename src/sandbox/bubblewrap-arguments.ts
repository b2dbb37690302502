import { realpathSync } from "node:fs";
import type { Command, Offers, Policy } from "../ports/sandbox.ts";
import { asProgram } from "./chain.ts";
import type { OpenEgress } from "./egress/open-egress.ts";
import type { Layer } from "./layers.ts";
import type { systemFolders } from "./system-folders.ts";
import type { Variables } from "./variables.ts";

export type Inside = {
  offers: Offers;
  system: ReturnType<typeof systemFolders>;
  /** Our copy of /etc, and the folders that lie on top of it. */
  etc: string;
  largeSettings: readonly string[];
  /** A file with nothing in it. */
  emptyFile: string;
  /** Where each throw-away mount of this run lies. */
  places: readonly string[];
  uid: number;
  gid: number;
  layers: readonly Layer[];
  variables: Variables;
  /** Null where all of the network is there, or nothing. */
  egress: OpenEgress | null;
};

/** Everything after the name `bwrap`. */
export function bubblewrapArguments(command: Command, policy: Policy, inside: Inside): string[] {
  const { limits, network } = policy;
  const { variables, egress } = inside;
  const emptied = inside.layers.filter(isEmptyFolder).map(({ at }) => at);
  return [
    ...ALONE,
    ...(network === "host" ? [] : ["--unshare-net"]),
    ...["--uid", String(inside.uid), "--gid", String(inside.gid)],
    ...Object.entries(variables.env).flatMap(([name, value]) => ["--setenv", name, value]),
    // The kernel lets whoever is root outside write its settings, without any capability: a way out of every sandbox.
    ...["--dev", "/dev", "--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys"],
    ...emptyFolder("/tmp", limits.fileBytes, "1777"),
    ...["--dir", "/tmp/home", "--symlink", "/tmp", "/var/tmp"],
    ...emptyFolder("/run", limits.fileBytes, "0755"),
    ...emptyFolder("/dev/shm", limits.fileBytes, "1777"),
    ...inside.system.links.flatMap(({ at, to }) => ["--symlink", to, at]),
    ...inside.system.shown.flatMap((path) => ["--ro-bind", path, path]),
    ...["--ro-bind", inside.etc, "/etc"],
    ...inside.largeSettings.flatMap((path) => ["--ro-bind", path, path]),
    ...(network === "host" ? nameServers() : []),
    ...(egress?.shown ?? []).flatMap(({ show, at }) => ["--ro-bind", show, at]),
    ...inside.layers.flatMap((layer) => argumentsFor(layer, inside)),
    // What is left are bubblewrap's own folders in memory, which no limit would bound.
    ...[...emptied, "/dev", "/"].flatMap((path) => ["--remount-ro", path]),
    ...["--chdir", command.cwd, "--json-status-fd", "4", "--seccomp", "5", "--"],
    ...program(command, policy, inside),
  ];
}

/**
 * All namespaces but the network's. Root would keep its capabilities without `--cap-drop`, and could undo every mount;
 * without `--die-with-parent` a daemon would outlive the program that started it.
 */
export const ALONE = [
  ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--disable-userns"],
  ...["--cap-drop", "ALL", "--new-session", "--die-with-parent", "--clearenv"],
];

function program({ argv }: Command, { limits }: Policy, { offers, variables, egress }: Inside): string[] {
  // One more for the first process of the namespace.
  const most = limits.processes + 1 + (egress?.processes ?? 0);
  const mostProcesses = offers.processes === "per-user" ? most : null;
  return asProgram(argv, { mostProcesses, hasSecrets: variables.secrets !== "", first: egress?.first });
}

const isEmptyFolder = (layer: Layer): boolean => layer.kind === "empty" && layer.type === "folder";

const emptyFolder = (at: string, bytes: number, mode: string): string[] => [
  ...["--perms", mode, "--size", String(bytes)],
  ...["--tmpfs", at],
];

function argumentsFor(layer: Layer, { places, emptyFile }: Inside): string[] {
  switch (layer.kind) {
    case "bind":
      return [layer.isWritable ? "--bind" : "--ro-bind", layer.show, layer.at];
    case "throw-away":
      return ["--bind", `${places[layer.slot]}${layer.within}`, layer.at];
    case "empty":
      return layer.type === "folder" ? ["--tmpfs", layer.at] : ["--ro-bind", emptyFile, layer.at];
  }
}

/** They change while we run: a laptop that moves to another network. */
function nameServers(): string[] {
  try {
    return ["--ro-bind-try", realpathSync("/etc/resolv.conf"), "/etc/resolv.conf"];
  } catch {
    return [];
  }
}
