import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * A name beside a path that nobody else has: ids of processes are given out again, and every container has its own.
 * With the id at its end, `removeDeadDrafts` can tell whose it was.
 */
export const draftFor = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.${process.pid}.tmp`);

/** Writes a file where none is, and returns when the disk has it. `prepare` may change the file before it is filled. */
export function writeDurably(
  path: string,
  text: string | Uint8Array,
  mode = 0o666,
  prepare = (_handle: number): void => {},
): void {
  const handle = openSync(path, "wx", mode);
  try {
    prepare(handle);
    // Unlike writeSync, which may stop half-way on a full disk and say so only by a number.
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
