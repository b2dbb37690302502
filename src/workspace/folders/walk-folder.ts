import { type Dirent, readdirSync } from "node:fs";
import { fsPath, pathOf } from "../../std/path-bytes.ts";

export type Kind = "file" | "folder" | "link" | "fifo" | "socket" | "device" | "unreadable";

/**
 * Everything below a folder, parents first, in the order of names, links not followed. `enters` decides which folders
 * are seen at all. A folder that cannot be listed (not allowed, or at a path longer than the system takes) is
 * `unreadable`; one that vanishes meanwhile is not told.
 */
export function walkFolder(
  top: string,
  see: (path: string, kind: Kind) => void,
  enters: (folder: string) => boolean,
): void {
  const waiting = [""];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = listed(folder === "" ? top : `${top}/${folder}`);
    if (entries === "gone") continue;
    if (folder !== "") see(folder, entries === "unreadable" ? "unreadable" : "folder");
    if (entries === "unreadable") continue;

    const prefix = folder === "" ? "" : `${folder}/`;
    const folders: string[] = [];
    for (const [name, entry] of entries) {
      const kind = kindOf(entry);
      if (kind !== "folder") see(prefix + name, kind);
      else if (enters(prefix + name)) folders.push(prefix + name);
    }
    // Last in, first out: without the reversal the walk would run through the names backwards.
    for (const path of folders.reverse()) waiting.push(path);
  }
}

type Entry = Pick<Dirent, "isFile" | "isDirectory" | "isSymbolicLink" | "isFIFO" | "isSocket">;

function listed(folder: string): [string, Entry][] | "gone" | "unreadable" {
  try {
    const entries = readdirSync(fsPath(folder), { withFileTypes: true });
    // The mark that Node puts for bytes that are no UTF-8; rarely a name has it in earnest.
    const isExact = entries.every((entry) => !entry.name.includes("\ufffd"));
    const named = isExact ? entries.map((entry): [string, Entry] => [entry.name, entry]) : listedAsBytes(folder);
    return named.sort(([a], [b]) => (a < b ? -1 : 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? "gone" : "unreadable";
  }
}

const listedAsBytes = (folder: string): [string, Entry][] =>
  readdirSync(fsPath(folder), { withFileTypes: true, encoding: "buffer" }).map((entry) => [pathOf(entry.name), entry]);

/** Of a directory entry, or of what `lstat` says. */
export function kindOf(entry: Entry): Kind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  if (entry.isSymbolicLink()) return "link";
  if (entry.isFIFO()) return "fifo";
  return entry.isSocket() ? "socket" : "device";
}
