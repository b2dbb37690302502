import {
  closeSync,
  fchownSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Replaces a file's content so that every reader sees the old text or the new one, never half of it.
 * A link keeps pointing where it did, and the file keeps its mode and, where that is permitted, its owner.
 */
export function writeAtomically(path: string, text: string): void {
  const target = realpathSync(path);
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  const { mode, uid, gid } = statSync(target);
  try {
    const handle = openSync(draft, "w", mode & 0o777);
    try {
      // Unlike writeSync, which may stop half-way on a full disk and say so only by a number.
      writeFileSync(handle, text);
      keepOwner(handle, uid, gid);
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

/** Only root may give a file away. */
function keepOwner(handle: number, uid: number, gid: number): void {
  if (process.getuid?.() === 0) fchownSync(handle, uid, gid);
}
