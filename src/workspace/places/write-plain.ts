import { lstatSync, mkdirSync, readFileSync, rmSync, type Stats, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inflateSync } from "node:zlib";
import type { Blob } from "../../ports/git.ts";
import { writeOver } from "../../std/write-over.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { foldersAbove } from "../objects/attribute-files.ts";
import type { IndexEntry } from "../objects/index-file.ts";
import { looseObject } from "../objects/loose-object.ts";
import { noteOf } from "../objects/noted-stat.ts";
import { arePlain, LARGEST_FILE } from "../objects/plain-files.ts";

/**
 * Writes files into a folder as git would, without starting one, and gives the entries that an index has for them. Null,
 * with nothing touched, when only git can do it. No attributes may hold for them.
 */
export function writePlain(
  git: HarnessGit,
  tree: string,
  files: readonly (Blob & { path: string })[],
): IndexEntry[] | null {
  const paths = files.map(({ path }) => path);
  if (!arePlain(git, paths) || ![...foldersAbove(paths)].every((path) => mayBeFolder(tree, path))) return null;
  const contents = files.map(({ id }) => looseBlob(git, id));
  if (contents.includes(null)) return null;
  return files.map(({ path, mode, id }, at) => {
    const place = join(tree, path);
    put(place, mode, contents[at] ?? NOTHING);
    return { path, mode, id, stat: noteOf(lstatSync(place, { bigint: true }), mode) };
  });
}

/** What else is in its place, a link above all, is for git to take away. */
const mayBeFolder = (tree: string, path: string): boolean =>
  lstatSync(join(tree, path), { throwIfNoEntry: false })?.isDirectory() ?? true;

const NOTHING = Buffer.alloc(0);

function put(place: string, mode: Blob["mode"], bytes: Buffer): void {
  const old = lstatSync(place, { throwIfNoEntry: false });
  if (old && isSuch(old, mode)) return writeOver(place, bytes);
  if (old) rmSync(place);
  else mkdirSync(dirname(place), { recursive: true });
  if (mode === "120000") symlinkSync(bytes, place);
  else writeFileSync(place, bytes, { flag: "wx", mode: mode === "100755" ? 0o777 : 0o666 });
}

/** A file of its own, that is executable where it should be. */
const isSuch = (old: Stats, mode: Blob["mode"]): boolean =>
  old.isFile() && old.nlink === 1 && (old.mode & 0o600) === 0o600 && mode === (old.mode & 0o100 ? "100755" : "100644");

/** A small blob that lies in a file of its own, as what was just written does; null for any other. */
function looseBlob(git: HarnessGit, id: string): Buffer | null {
  try {
    const file = readFileSync(join(git.gitDir, "objects", id.slice(0, 2), id.slice(2)));
    const bytes = inflateSync(file, { maxOutputLength: LARGEST_FILE });
    const content = bytes.subarray(bytes.indexOf(0) + 1);
    return looseObject(git, "blob", content).id === id ? content : null;
  } catch {
    return null;
  }
}
