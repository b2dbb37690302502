import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { WorkspaceError } from "../workspace/errors.ts";
import { isOurs, removeOwnFolder } from "../workspace/folders/own-folder.ts";

/**
 * Removes set-ups that nobody has used for a day, except for the newest few, with their logs. A day, because a worker may
 * be looking at one for hours. `isInUse` says of a folder that it is being filled right now.
 */
export function removeOldSetUps(
  folder: string,
  lastUse: (path: string) => number,
  isInUse: (path: string) => boolean,
): void {
  const paths = readdirSync(folder).map((name) => join(folder, name));
  const byUse = paths
    .filter((path) => unlessGone(() => isOurs(path) && !isInUse(path)))
    .map((path) => ({ path, used: unlessGone(() => lastUse(path)) ?? 0 }))
    .sort((a, b) => b.used - a.used);
  for (const { path, used } of byUse.slice(KEPT)) if (isLongAgo(used)) unlessGone(() => removeOwnFolder(path));
  for (const log of paths.filter((path) => path.endsWith(".log"))) {
    const { mtimeMs = 0 } = statSync(log, { throwIfNoEntry: false }) ?? {};
    if (isLongAgo(mtimeMs) && !isOurs(log.slice(0, -".log".length))) rmSync(log, { force: true });
  }
}

const KEPT = 5;

const isLongAgo = (time: number): boolean => Date.now() - time > 24 * 60 * 60 * 1000;

/** Another process may remove the same ones, and something that is in the way now will be gone some other time. */
function unlessGone<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof WorkspaceError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
