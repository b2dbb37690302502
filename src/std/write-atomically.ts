import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Replaces a file's content so that every reader sees the old text or the new one, never half of it.
 * A link keeps pointing where it did, and the file keeps its mode.
 */
export function writeAtomically(path: string, text: string): void {
  const target = realpathSync(path);
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    const handle = openSync(draft, "w", statSync(target).mode & 0o777);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
