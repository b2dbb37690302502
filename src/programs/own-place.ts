import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startOf } from "../std/process-start.ts";

/**
 * A folder of this process for short-lived files; null where none can be made. Preferably in memory: that is quicker, and
 * there is room when the disk is full. What processes that were killed have left is removed.
 */
export function makeOwnPlace(): string | null {
  for (const place of ["/dev/shm", tmpdir(), "/tmp"]) {
    try {
      const own = mkdtempSync(join(place, `${STEM}${namespace()}-${process.pid}-${startOf(process.pid)}-`));
      for (const name of readdirSync(place).filter(isLeftOver)) remove(join(place, name));
      return own;
    } catch {
      // The next one, then.
    }
  }
  return null;
}

const STEM = "planwright-programs-";

/** In another container that shares the folder, the same numbers mean other processes. */
const namespace = (): string => readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");

function isLeftOver(name: string): boolean {
  if (!name.startsWith(STEM)) return false;
  const [space, pid, start] = name.slice(STEM.length).split("-");
  return space === namespace() && startOf(Number(pid)) !== start;
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Somebody else's.
  }
}
