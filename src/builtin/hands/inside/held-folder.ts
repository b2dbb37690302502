import { closeSync, constants, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./place.ts";
import { codeOf } from "./trouble.ts";

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;

/**
 * Does something in the folder that a place lies in; `at` is the place's name there. Each folder on the way is opened from
 * the one above it and never over a link, so that nobody can put a link in between meanwhile: a command that was left
 * running could try.
 */
export function inItsFolder<T>(place: Place, options: { make: boolean }, act: (at: string) => T): T {
  let folder = openFolder(place.root);
  try {
    for (const name of place.within.slice(0, -1)) {
      const next = join(folder.at, name);
      if (options.make) makeFolder(next);
      const above = folder;
      folder = openFolder(next);
      closeSync(above.handle);
    }
    // With its `/.`, which `join` would drop: the bare name in /proc is a link.
    return act(`${folder.at}/${place.within.at(-1) ?? "."}`);
  } finally {
    closeSync(folder.handle);
  }
}

type Folder = { handle: number; at: string };

function openFolder(path: string): Folder {
  const handle = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  return { handle, at: HAS_PROC ? `/proc/self/fd/${handle}` : path };
}

/** Elsewhere nothing is held at all, and a path is as good as it gets. */
const HAS_PROC = existsSync("/proc/self/fd");

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}
