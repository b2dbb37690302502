import {
  chmodSync,
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { fsPath, pathOf } from "../../std/path-bytes.ts";
import { WorkspaceError } from "../errors.ts";

/**
 * Removes what is in a folder, whatever its modes and however deep it is, and then the folder. Links are removed, never
 * followed. Throws `locked` when something is mounted inside: what lies behind a mount is not below this folder.
 * What another process removes meanwhile is as good as removed.
 */
export function removeFolder(top: string): void {
  emptyFolder(top);
  unlessGone(() => rmdirSync(fsPath(top)));
}

function emptyFolder(top: string): void {
  refuseMounts(top);
  const folders = [top];
  let lifted = 0;
  for (const folder of folders) {
    for (const { name, isFolder } of entriesOf(folder)) {
      const path = `${folder}/${name}`;
      if (!isFolder) unlessGone(() => unlinkSync(fsPath(path)));
      else if (path.length - top.length < LONGEST) folders.push(path);
      else {
        // Longer paths than the system takes can be made, step by step; so they are shortened before they are met.
        lifted += 1;
        const higher = `${top}/.planwright-lifted-${process.pid}-${lifted}`;
        openUp(path);
        unlessGone(() => renameSync(fsPath(path), higher));
        folders.push(higher);
      }
    }
  }
  for (const folder of folders.slice(1).reverse()) unlessGone(() => rmdirSync(fsPath(folder)));
}

/** With the longest name at its end, still well below the 4,096 bytes that Linux takes, or the 1,024 of macOS. */
const LONGEST = 400;

function entriesOf(folder: string): { name: string; isFolder: boolean }[] {
  openUp(folder);
  const entries: Dirent<Buffer>[] = [];
  unlessGone(() => entries.push(...readdirSync(fsPath(folder), { withFileTypes: true, encoding: "buffer" })));
  return entries.map((entry) => ({ name: pathOf(entry.name), isFolder: entry.isDirectory() }));
}

/** Nothing can be listed, unlinked or moved in a folder that its owner may not write. */
function openUp(folder: string): void {
  const mode = lstatSync(fsPath(folder), { throwIfNoEntry: false })?.mode ?? 0o700;
  if ((mode & 0o700) !== 0o700) unlessGone(() => chmodSync(fsPath(folder), 0o700));
}

function refuseMounts(top: string): void {
  const mount = mountPoints().find((point) => point === top || point.startsWith(`${top}/`));
  if (mount !== undefined)
    throw new WorkspaceError("locked", `${mount} is mounted inside a folder to be removed; unmount it first`);
}

/** As the kernel tells them, where it does. */
function mountPoints(): string[] {
  try {
    const lines = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
    return lines.map((line) => (line.split(" ")[4] ?? "").replace(/\\([0-7]{3})/g, (_, octal) => byteOf(octal)));
  } catch {
    return [];
  }
}

const byteOf = (octal: string): string => String.fromCharCode(Number.parseInt(octal, 8));

function unlessGone(act: () => void): void {
  try {
    act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
