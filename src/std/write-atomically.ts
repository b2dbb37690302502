import { fchmodSync, fchownSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { draftFor, writeDurably } from "./durable-draft.ts";

/**
 * Replaces a file's content so that every reader sees the old text or the new one, never half of it.
 * A link keeps pointing where it did, and the file keeps its mode and, where that is permitted, its owner.
 */
export function writeAtomically(path: string, text: string): void {
  const target = realpathSync(path);
  const draft = draftFor(target);
  const { mode, uid, gid } = statSync(target);
  try {
    writeDurably(draft, text, 0o600, (handle) => {
      // Only root may give a file away.
      if (process.getuid?.() === 0) fchownSync(handle, uid, gid);
      fchmodSync(handle, mode & 0o777);
    });
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
