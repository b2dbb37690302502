import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { findCgroups } from "../../../src/sandbox/cgroups.ts";

/**
 * What is left of runs in a folder, besides files: processes that work in it or see it, mounts, and groups of this
 * process. Every sandbox of a run mounts something of its folder, so no process of a run can hide from this.
 */
export function leftOvers(folder: string): string[] {
  return [...processesOf(folder), ...mountsOf(folder), ...groupsOfThisProcess(folder)];
}

function processesOf(folder: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      const told = [
        textOf(`/proc/${pid}/mountinfo`),
        textOf(`/proc/${pid}/cmdline`),
        ...["cwd", "root", "exe"].map((name) => targetOf(`/proc/${pid}/${name}`)),
      ];
      return told.some((text) => text.includes(folder));
    })
    .map((pid) => `process ${pid}: ${textOf(`/proc/${pid}/cmdline`).replaceAll("\0", " ").slice(0, 200)}`);
}

const mountsOf = (folder: string): string[] =>
  textOf("/proc/self/mountinfo")
    .split("\n")
    .filter((line) => line.includes(folder))
    .map((line) => `mount ${line}`);

const cgroups = await findCgroups();

/**
 * Not those of another sandbox, in which a process waits for its next run; while there is one, it may keep empty groups as
 * well. The last sandbox that is closed leaves none.
 */
function groupsOfThisProcess(folder: string): string[] {
  const { memory, processes } = cgroups;
  const parents = new Set([memory, processes].flatMap((hierarchy) => hierarchy?.parent ?? []));
  const groups = [...parents]
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((group) => group.includes(`/planwright-${process.pid}-`))
    .map((group) => ({ group, places: placesIn(group) }));
  const isElsewhere = (place: string) => /\/run-\w+$/.test(place) && !place.startsWith(folder);
  const isOtherOpen = groups.some(({ places }) => places.some(isElsewhere));
  return groups
    .filter(({ places }) => (places.length === 0 ? !isOtherOpen : !places.every(isElsewhere)))
    .map(({ group }) => `group ${group}`);
}

/** Where the processes of a group are. */
const placesIn = (group: string): string[] =>
  textOf(join(group, "cgroup.procs"))
    .split("\n")
    .filter(Boolean)
    .map((pid) => targetOf(`/proc/${pid}/cwd`));

/** A process may end while we look, or belong to somebody else. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function targetOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
