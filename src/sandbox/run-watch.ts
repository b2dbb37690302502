import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Watch } from "../ports/sandbox.ts";
import type { Seen } from "../record/seen.ts";
import { openWatch } from "./open-watch.ts";
import { writtenIn } from "./written-in.ts";

/** Looks at a run from outside: `begin` before its program starts, `end` when nothing runs and its folder is still there. */
export type RunWatch = { begin(pid: number): Promise<void>; end(): Promise<void> };

/**
 * `place` is where the mount lies in the scratch folder of the run. An overlay is mounted there for the run alone, and the
 * kernel tells of what is opened through it only to whoever watches that very mount; so it is reached through the process
 * that has mounted it, which is outside of what the program can see.
 */
export function watchRun(watch: Watch, place: string, scratch: string): RunWatch {
  const folders = [...new Set(watch.files.map((path) => dirname(path)))];
  const opens = folders.length === 0 ? null : openWatch();
  return {
    begin: async (pid) => opens?.begin(`/proc/${pid}/root${place}`, folders),
    async end() {
      const { opened, missed } = (await opens?.end()) ?? { opened: new Set(), missed: null };
      const left = writes(place, scratch, watch);
      watch.tell({
        opened: watch.files.filter((path) => opened.has(path)),
        written: left.written,
        missed: missed ?? left.missed,
      });
    },
  };
}

function writes(place: string, scratch: string, watch: Watch): Pick<Seen, "written" | "missed"> {
  const mounted = join(scratch, "mnt.");
  if (!place.startsWith(mounted)) return { written: [], missed: "overlays do not work here" };
  const upper = join(scratch, "upper.") + place.slice(mounted.length);
  try {
    const written = lstatSync(upper, { throwIfNoEntry: false }) === undefined ? [] : writtenIn(upper, watch);
    return written === null ? { written: [], missed: "it wrote too many files" } : { written, missed: null };
  } catch (error) {
    return { written: [], missed: `what it wrote cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}
