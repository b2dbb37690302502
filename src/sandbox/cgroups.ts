import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Limits } from "../ports/sandbox.ts";
import { runProgram } from "../programs/run-program.ts";
import { OWN_ENVIRONMENT } from "./own-environment.ts";
import { isLeftOver, newRunName } from "./run-name.ts";

/** Where groups can be made that bound all processes of a run together; null where this machine does not let us. */
export type Cgroups = { memory: Hierarchy | null; processes: Hierarchy | null };
export type Hierarchy = { version: 1 | 2; parent: string };

export type Group = {
  /** Bounds the next run in it. */
  limit(limits: Limits): void;
  /** A process that writes its number here belongs to the group, with all that it starts. */
  joinFiles: string[];
  /** Since it was last limited. */
  hasRunOutOfMemory(): boolean;
  /** Whether the last process is gone; waits for that, two seconds at most. */
  isLeft(): Promise<boolean>;
  /** Hardly any memory is still counted for it, such as files that were read: the next run begins with nearly all of its own. */
  isLight(): boolean;
  /** Settles when the last process is gone and the group with it; gives up after two seconds. */
  remove(): Promise<void>;
};

/** Tried by really making a group and starting a process in it. */
export async function findCgroups(): Promise<Cgroups> {
  const places = cgroupPlaces(readFileSync("/proc/self/cgroup", "utf8"), readFileSync("/proc/self/mountinfo", "utf8"));
  return { memory: await firstUsable(places, "memory"), processes: await firstUsable(places, "pids") };
}

export function makeGroup(cgroups: Cgroups): Group {
  const name = newRunName();
  const folderIn = (hierarchy: Hierarchy | null): string | null => hierarchy && join(hierarchy.parent, name);
  const [memory, processes] = [folderIn(cgroups.memory), folderIn(cgroups.processes)];
  const folders = [...new Set([memory, processes])].filter((folder) => folder !== null);
  for (const [index, folder] of folders.entries()) {
    try {
      mkdirSync(folder);
    } catch (error) {
      for (const made of folders.slice(0, index)) rmdirSync(made);
      throw error;
    }
  }
  let killsBefore = 0;
  return {
    limit(limits) {
      if (memory !== null) {
        killsBefore = countOfKills(memory);
        limitMemory(memory, limits.memoryBytes);
      }
      if (processes !== null) writeFileSync(join(processes, "pids.max"), String(limits.processes));
    },
    joinFiles: folders.map((folder) => join(folder, "cgroup.procs")),
    hasRunOutOfMemory: () => memory !== null && countOfKills(memory) > killsBefore,
    isLeft: () => inTime(() => folders.every((folder) => readFileSync(join(folder, "cgroup.procs"), "utf8") === "")),
    isLight: () => memory === null || memoryIn(memory) < LITTLE,
    async remove() {
      for (const folder of folders) await inTime(() => attempt(() => rmdirSync(folder)) || !existsSync(folder));
    },
  };
}

/** Removes the groups of processes of ours that are gone. */
export function sweepCgroups(cgroups: Cgroups): void {
  for (const parent of new Set([cgroups.memory?.parent, cgroups.processes?.parent])) {
    for (const name of parent === undefined ? [] : readdirSync(parent).filter(isLeftOver)) {
      // Refused while a process is in it, which is what is wanted.
      attempt(() => rmdirSync(join(parent ?? "", name)));
    }
  }
}

type Place = Hierarchy & { controllers: string[] };

/**
 * Where a group might be made, best first: below our own one, beside it, and at the top. The second is for version 2,
 * where a group that holds processes cannot hold limited groups as well.
 */
export function cgroupPlaces(selfCgroup: string, mountInfo: string): Place[] {
  const mounts = mountInfo.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [type = "", , options = ""] = after.split(" ");
    const top = before.split(" ")[4];
    return top !== undefined && type.startsWith("cgroup") ? [{ type, top, options: options.split(",") }] : [];
  });
  const places = selfCgroup.split("\n").flatMap((line): Place[] => {
    const match = /^\d+:([^:]*):(.*)$/.exec(line);
    if (!match) return [];
    const [, names = "", path = "/"] = match;
    const controllers = names === "" ? ["memory", "pids"] : names.split(",");
    const mount = mounts.find(({ type, options }) =>
      names === "" ? type === "cgroup2" : type === "cgroup" && controllers.every((name) => options.includes(name)),
    );
    if (!mount) return [];
    const own = resolve(mount.top, `.${path}`);
    const parents = names === "" ? [own, dirname(own), mount.top] : [own, mount.top];
    return [...new Set(parents)]
      .filter((parent) => parent.startsWith(mount.top))
      .map((parent) => ({ version: names === "" ? 2 : 1, parent, controllers }));
  });
  return places;
}

async function firstUsable(places: Place[], controller: "memory" | "pids"): Promise<Hierarchy | null> {
  for (const { version, parent, controllers } of places) {
    if (controllers.includes(controller) && existsSync(parent) && (await canHold(version, parent, controller))) {
      return { version, parent };
    }
  }
  return null;
}

async function canHold(version: 1 | 2, parent: string, controller: "memory" | "pids"): Promise<boolean> {
  const folder = join(parent, newRunName());
  if (!attempt(() => mkdirSync(folder))) return false;
  const limit = join(
    folder,
    controller === "pids" ? "pids.max" : version === 1 ? "memory.limit_in_bytes" : "memory.max",
  );
  try {
    if (version === 2 && !existsSync(limit)) {
      attempt(() => writeFileSync(join(parent, "cgroup.subtree_control"), `+${controller}`));
    }
    if (!existsSync(limit)) return false;
    const argv = ["sh", "-c", 'echo $$ > "$1"', "sh", join(folder, "cgroup.procs")];
    const { status } = await runProgram(argv, { cwd: "/", env: OWN_ENVIRONMENT });
    return status === 0 && attempt(() => writeFileSync(limit, controller === "pids" ? "1000" : "1000000000"));
  } finally {
    attempt(() => rmdirSync(folder));
  }
}

function limitMemory(folder: string, bytes: number): void {
  if (existsSync(join(folder, "memory.max"))) {
    writeFileSync(join(folder, "memory.max"), String(bytes));
    attempt(() => writeFileSync(join(folder, "memory.swap.max"), "0"));
    return;
  }
  // Only there when the kernel counts swap; never below the other, which an earlier run may have left lower.
  const withSwap = join(folder, "memory.memsw.limit_in_bytes");
  attempt(() => writeFileSync(withSwap, "-1"));
  writeFileSync(join(folder, "memory.limit_in_bytes"), String(bytes));
  attempt(() => writeFileSync(withSwap, String(bytes)));
}

function countOfKills(folder: string): number {
  for (const file of ["memory.events", "memory.oom_control"]) {
    const path = join(folder, file);
    if (existsSync(path)) return Number(/^oom_kill (\d+)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? 0);
  }
  return 0;
}

const LITTLE = 64 * 1024 * 1024;

function memoryIn(folder: string): number {
  const file = ["memory.current", "memory.usage_in_bytes"].map((name) => join(folder, name)).find(existsSync);
  return file === undefined ? Number.POSITIVE_INFINITY : Number(readFileSync(file, "utf8"));
}

/** Whether it comes true within two seconds. */
async function inTime(isTrue: () => boolean): Promise<boolean> {
  for (let wait = 1; wait < 1000; wait *= 2) {
    if (isTrue()) return true;
    await sleep(wait);
  }
  return false;
}

function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
