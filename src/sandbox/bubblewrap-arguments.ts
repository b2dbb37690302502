import { realpathSync } from "node:fs";
import type { Command, Offers, Policy } from "../ports/sandbox.ts";
import { asProgram } from "./chain.ts";
import type { Layer } from "./layers.ts";
import type { systemFolders } from "./system-folders.ts";

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
};

/** Everything after the name `bwrap`. */
export function bubblewrapArguments(command: Command, policy: Policy, inside: Inside): string[] {
  const { tools, limits, network } = policy;
  const env = { ...command.env, ...tools.env, PATH: tools.path.join(":"), HOME: "/tmp/home", TMPDIR: "/tmp" };
  const emptied = inside.layers.filter(isEmptyFolder).map(({ at }) => at);
  return [
    ...ALONE,
    ...(network === "none" ? ["--unshare-net"] : []),
    ...["--uid", String(inside.uid), "--gid", String(inside.gid)],
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
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
    ...inside.layers.flatMap((layer) => argumentsFor(layer, inside)),
    // What is left are bubblewrap's own folders in memory, which no limit would bound.
    ...[...emptied, "/dev", "/"].flatMap((path) => ["--remount-ro", path]),
    ...["--chdir", command.cwd, "--json-status-fd", "4", "--seccomp", "5", "--"],
    // One more for the first process of the namespace.
    ...asProgram(command.argv, inside.offers.processes === "per-user" ? limits.processes + 1 : null),
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
