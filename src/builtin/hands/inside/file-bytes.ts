import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { inItsFolder } from "./held-folder.ts";
import type { Place } from "./place.ts";
import { about, Trouble } from "./trouble.ts";

/** Opens a file, and only a file: a pipe would wait for ever, and a device never end. */
export function withFile<T>(place: Place, act: (handle: number, size: number) => T): T {
  return about(place.name, () =>
    inItsFolder(place, { make: false }, (at) => {
      const handle = openSync(at, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        const stats = fstatSync(handle);
        if (stats.isDirectory()) throw new Trouble("failed", `${place.name} is a folder: use list_directory`);
        if (!stats.isFile()) throw new Trouble("failed", `${place.name} is no ordinary file`);
        return act(handle, stats.size);
      } finally {
        closeSync(handle);
      }
    }),
  );
}

/** All of a file that is to be changed. */
export function bytesOf(place: Place): Buffer {
  return withFile(place, (handle, size) => {
    if (size > LARGEST) throw new Trouble("failed", `${place.name} is too large to be changed (${size} bytes)`);
    return readFileSync(handle);
  });
}

const LARGEST = 100 * 1024 * 1024;

/** What git goes by, too. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8000).includes(0);
