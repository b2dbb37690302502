import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync } from "node:fs";
import type { HarnessGit } from "../git/harness-git.ts";
import { placeIn } from "../git/nul-paths.ts";
import { foldersAbove } from "../objects/attribute-files.ts";
import type { TreeEdit } from "../objects/edit-tree.ts";
import { storeObject } from "../objects/loose-object.ts";
import { arePlain, isFolder, LARGEST_FILE } from "../objects/plain-files.ts";

/**
 * What git would add of these files of a folder, without starting one; null when only git can tell. The base must have no
 * attributes for them.
 */
export async function plainAdditions(
  git: HarnessGit,
  folder: string,
  paths: readonly string[],
): Promise<TreeEdit[] | null> {
  if (!git.plainObjects || !arePlain(git, paths)) return null;
  const above = [...foldersAbove(paths)];
  // Git obeys attributes that lie in the folder, also when nobody has committed them.
  const mayConvert = ["", ...above.map((path) => `${path}/`)].some((path) => isThere(folder, `${path}.gitattributes`));
  if (mayConvert || !above.every((path) => isFolder(folder, path))) return null;
  const contents = paths.map((path) => contentOf(folder, path));
  const edits: TreeEdit[] = [];
  for (const [at, content] of contents.entries()) {
    if (content === null) return null;
    const { mode, bytes } = content;
    edits.push({ path: paths[at] ?? "", to: { mode, id: await storeObject(git, "blob", bytes) } });
  }
  return edits;
}

const isThere = (folder: string, path: string): boolean =>
  lstatSync(placeIn(folder, path), { throwIfNoEntry: false }) !== undefined;

type Content = { mode: "100644" | "100755" | "120000"; bytes: Buffer };

/** Null for what is neither a small file nor a link, for what may not be read, and for what is not there any more. */
function contentOf(folder: string, path: string): Content | null {
  const place = placeIn(folder, path);
  try {
    if (lstatSync(place).isSymbolicLink()) return { mode: "120000", bytes: readlinkSync(place, "buffer") };
    // A fifo or a link that took its place since then must neither be waited for nor followed.
    const handle = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const kind = fstatSync(handle);
      if (!kind.isFile() || kind.size > LARGEST_FILE) return null;
      return { mode: kind.mode & 0o100 ? "100755" : "100644", bytes: readFileSync(handle) };
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
}
