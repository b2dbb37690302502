import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { fsPath, pathOf } from "../../../src/std/path-bytes.ts";

/** What stands at each path, as a text that differs as soon as anything about it does. */
export type FolderState = ReadonlyMap<string, string>;

/**
 * Looks at everything in a folder, the folder itself included. The time of the last change of an inode is part of it, so
 * that extended attributes, and contents that were changed and changed back, are seen as well.
 */
export function folderState(folder: string, isLeftOut: (path: string) => boolean = () => false): FolderState {
  const state = new Map<string, string>();
  const look = (path: string): void => {
    if (isLeftOut(path)) return;
    const place = fsPath(path === "" ? folder : `${folder}/${path}`);
    const { ino, mode, uid, gid, nlink, size, rdev, mtimeNs, ctimeNs } = lstatSync(place, { bigint: true });
    const kind = Number(mode) & 0o170000;
    const content = kind === FILE ? hashOf(place) : kind === LINK ? readlinkSync(place, "hex") : "";
    state.set(path, [ino, mode, uid, gid, nlink, size, rdev, mtimeNs, ctimeNs, content].join(" "));
    if (kind !== FOLDER) return;
    for (const name of readdirSync(place, { encoding: "buffer" })) {
      look(path === "" ? pathOf(name) : `${path}/${pathOf(name)}`);
    }
  };
  look("");
  return state;
}

const [FILE, FOLDER, LINK] = [0o100000, 0o040000, 0o120000];

/** Paths that were added, taken away or changed. */
export function pathsThatDiffer(before: FolderState, after: FolderState): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

const hashOf = (place: Buffer | string): string => createHash("sha256").update(readFileSync(place)).digest("hex");
