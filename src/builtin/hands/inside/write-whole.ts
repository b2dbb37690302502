import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createFile, ExistsError } from "../../../std/create-atomically.ts";
import { draftFor } from "../../../std/durable-draft.ts";
import { inItsFolder } from "./held-folder.ts";
import type { Place } from "./place.ts";
import { about, Trouble } from "./trouble.ts";

/** Makes a file where none is, with the folders that it lies in. */
export function writeNew(place: Place, text: string): void {
  about(place.name, () =>
    inItsFolder(place, { make: true }, (at) => {
      try {
        createFile(at, text);
      } catch (error) {
        if (error instanceof ExistsError) throw new Trouble("failed", `${place.name} exists already: use update_file`);
        throw error;
      }
    }),
  );
}

/** Replaces what a file says, all at once; its mode and, where that is permitted, its owner stay. */
export function replaceWhole(place: Place, bytes: Uint8Array): void {
  about(place.name, () =>
    inItsFolder(place, { make: false }, (at) => {
      const stats = lstatSync(at);
      if (!stats.isFile()) throw new Trouble("failed", `${place.name} is no ordinary file any more`);
      const draft = draftFor(at);
      try {
        const handle = openSync(draft, "wx", 0o600);
        try {
          if (process.getuid?.() === 0) fchownSync(handle, stats.uid, stats.gid);
          fchmodSync(handle, stats.mode & 0o777);
          writeFileSync(handle, bytes);
          fsyncSync(handle);
        } finally {
          closeSync(handle);
        }
        renameSync(draft, at);
      } finally {
        rmSync(draft, { force: true });
      }
    }),
  );
}
