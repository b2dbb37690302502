import { closeSync, constants, existsSync, openSync } from "node:fs";
import { fsPath } from "../std/path-bytes.ts";

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;

/**
 * Does something in a folder, under a name that stays the folder's whatever happens to its path: an agent that still runs
 * could put a link in its place meanwhile. Null for what is no folder: a link to one is none.
 */
export function inFolder<T>(path: string, act: (at: string) => T): T | null {
  const handle = opened(path);
  if (handle === null) return null;
  try {
    return act(HAS_PROC ? `/proc/self/fd/${handle}` : path);
  } finally {
    closeSync(handle);
  }
}

/** Elsewhere no agent is held at all, and a path is as good as it gets. */
const HAS_PROC = existsSync("/proc/self/fd");

function opened(path: string): number | null {
  try {
    return openSync(fsPath(path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
