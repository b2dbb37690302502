import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Mount } from "../ports/sandbox.ts";

/**
 * Makes places in a work tree for what is to be mounted there: nothing can be mounted in a writable folder where nothing
 * is. Git sees neither of them, because a folder is empty and a file is one that it ignores (`copied-files.ts`). No link
 * is followed, and nothing is replaced: a worker may have put something else there, which the sandbox then refuses.
 */
export function mountPointsIn(workTree: string, at: string, mounts: readonly Mount[]): void {
  for (const mount of mounts) {
    if (!mount.at.startsWith(`${at}/`)) continue;
    const place = join(workTree, mount.at.slice(at.length));
    if (!makeFolders(workTree, dirname(place)) || lstatSync(place, { throwIfNoEntry: false })) continue;
    if (lstatSync(mount.show).isDirectory()) mkdirSync(place);
    else writeFileSync(place, "", { flag: "wx" });
  }
}

/** Whether all the folders down to this one are there now, as folders. */
function makeFolders(top: string, folder: string): boolean {
  if (folder === top) return true;
  if (!makeFolders(top, dirname(folder))) return false;
  const kind = lstatSync(folder, { throwIfNoEntry: false });
  if (!kind) mkdirSync(folder);
  return kind?.isDirectory() ?? true;
}
