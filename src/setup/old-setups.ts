import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { WorkspaceError } from "../workspace/errors.ts";
import { isOurs, removeOwnFolder } from "../workspace/own-folder.ts";

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
    .filter((path) => isOurs(path) && !isInUse(path))
    .map((path) => ({ path, used: lastUse(path) }))
    .sort((a, b) => b.used - a.used);
  for (const { path, used } of byUse.slice(KEPT)) if (isLongAgo(used)) removeIfPossible(path);
  for (const path of paths.filter((each) => each.endsWith(".log"))) {
    const isOld = isLongAgo(statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (isOld && !isOurs(path.slice(0, -".log".length))) rmSync(path, { force: true });
  }
}

const KEPT = 5;

/** Whatever is in the way now, such as a mount, will be gone some other time. */
function removeIfPossible(path: string): void {
  try {
    removeOwnFolder(path);
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
  }
}

const isLongAgo = (time: number): boolean => Date.now() - time > 24 * 60 * 60 * 1000;
