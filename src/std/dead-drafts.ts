import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes the drafts (`….PID.tmp`) that killed processes have left in a folder. A draft becomes the file it is for by a
 * rename, so one whose process is gone is of no use to anybody.
 */
export function removeDeadDrafts(folder: string): void {
  for (const name of namesIn(folder))
    if (isDeadDraft(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Whether something has the name of a draft, and its process is gone. */
export const isDeadDraft = (name: string): boolean => {
  const pid = /\.(\d+)\.tmp$/.exec(name)?.[1];
  return pid !== undefined && !isAlive(Number(pid));
};

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
