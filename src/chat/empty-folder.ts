import { lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { fsPath, pathOf } from "../std/path-bytes.ts";
import { inFolder } from "./held-folder.ts";

/** Deletes all that is in a folder. A link is deleted and what it leads to stays, also when it is put there meanwhile. */
export function emptyFolder(path: string): void {
  inFolder(path, (top) => {
    let lifted = 0;
    /** However deep folders lie in one another, no more than two are open at once. */
    const liftFrom = (folder: string): void => {
      for (const { name, isFolder } of entriesOf(folder)) {
        if (!isFolder) unlinkSync(fsPath(`${folder}/${name}`));
        else renameSync(fsPath(`${folder}/${name}`), `${top}/.planwright-lifted-${process.pid}-${++lifted}`);
      }
    };
    for (let entries = entriesOf(top); entries.length > 0; entries = entriesOf(top)) {
      for (const { name, isFolder } of entries) {
        const place = `${top}/${name}`;
        if (isFolder) inFolder(place, liftFrom);
        if (isFolder) rmdirSync(fsPath(place));
        else unlinkSync(fsPath(place));
      }
    }
  });
}

/** The same, and then the folder; one that is not there any more is as good as removed. */
export function removeFolder(path: string): void {
  emptyFolder(path);
  if (lstatSync(path, { throwIfNoEntry: false })) rmdirSync(path);
}

const entriesOf = (folder: string): { name: string; isFolder: boolean }[] =>
  readdirSync(folder, { withFileTypes: true, encoding: "buffer" }).map((entry) => ({
    name: pathOf(entry.name),
    isFolder: entry.isDirectory(),
  }));
