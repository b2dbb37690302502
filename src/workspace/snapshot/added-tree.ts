import { lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { TreeId } from "../../ports/git.ts";
import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { nulPaths, placeIn, shownPath } from "../git/nul-paths.ts";
import { type AttributeFile, attributesAbove } from "../objects/attribute-files.ts";
import { editTree, type TreeEdit } from "../objects/edit-tree.ts";
import { entryAt, findEntry, indexOf, parseIndex } from "../objects/index-file.ts";
import { type Folders, itemAt } from "../objects/tree-objects.ts";
import { type AddingFrom, addedAsTheyAre, encodedPaths, isOfEncoding } from "./encoded-paths.ts";
import { plainAdditions } from "./plain-additions.ts";
import { shortened, UnfitWork } from "./unfit-work.ts";

type Base = { base: TreeId; itemsOf: Folders };

type Added = {
  tree: TreeId;
  /** Paths that the base wants in another encoding than they are in. The tree has them as the base does. */
  unfit: string[];
};

/**
 * The base without the deleted paths and with the added ones as they are in a folder, line endings and modes as git would
 * add them. Git sees an index with those paths only, at `index`: what it makes of a file depends on the file's own entry
 * and on the attribute files above it. Nothing there tells how the files were, so each of them is read. Plain files are
 * added without a git.
 */
export async function addedTree(
  git: HarnessGit,
  folder: string,
  { base, itemsOf }: Base,
  { deleted, added, index }: { deleted: readonly string[]; added: readonly string[]; index: string },
): Promise<Added> {
  const gone = new Set(deleted);
  const attributes = attributesAbove(itemsOf, base, added).filter(({ path }) => !gone.has(path));
  const edits = deleted.map((path): TreeEdit => ({ path, to: null }));
  const plain = attributes.length === 0 ? await plainAdditions(git, folder, added) : null;
  if (plain !== null) return { tree: await editTree(git, base, [...edits, ...plain]), unfit: [] };
  const known: Known = new Map(attributes.map((file) => [file.path, file]));
  for (const path of added) {
    const item = itemAt(itemsOf, base, path);
    if (item !== null && item.mode !== "040000" && !gone.has(path)) known.set(path, { ...item, path });
  }
  try {
    const { fit, unfit } = await additionsOf(git, { workTree: folder, index }, known, added);
    return { tree: await editTree(git, base, [...edits, ...fit]), unfit };
  } finally {
    rmSync(index, { force: true });
  }
}

type Known = Map<string, AttributeFile>;

/**
 * Git adds all of these paths or none. It refuses a file that is not in the encoding that attributes name, or when there is
 * no such encoding. Where only the folder names one, files are then taken as they are: a worker may write any nonsense.
 */
async function additionsOf(
  git: HarnessGit,
  from: AddingFrom,
  known: Known,
  paths: readonly string[],
): Promise<{ fit: TreeEdit[]; unfit: string[] }> {
  try {
    return { fit: await addedByGit(git, from, known, paths), unfit: [] };
  } catch (error) {
    if (!isOfEncoding(error)) throw error;
    const { byBase, byFolder } = await encodedPaths(git, from, paths);
    const encoded = new Set([...byBase, ...byFolder]);
    const others = paths.filter((path) => !encoded.has(path));
    const raw = await addedAsTheyAre(git, from, known, byFolder);
    const fit = [...raw, ...(await addedByGit(git, from, known, others))];
    const unfit: string[] = [];
    for (const path of byBase) {
      try {
        fit.push(...(await addedByGit(git, from, known, [path])));
      } catch (refusal) {
        if (!isOfEncoding(refusal)) throw refusal;
        unfit.push(path);
      }
    }
    return { fit, unfit };
  }
}

async function addedByGit(
  git: HarnessGit,
  from: AddingFrom,
  known: Known,
  paths: readonly string[],
): Promise<TreeEdit[]> {
  if (paths.length === 0) return [];
  rmSync(`${from.index}.lock`, { force: true });
  writeFileSync(from.index, indexOf(git, [...known.values()]));
  const add = ["update-index", "--add", "--remove", "--replace", "-z", "--stdin"];
  await git.run(add, { ...from, input: nulPaths(paths) }).catch((error: unknown) => {
    const why = error instanceof WorkspaceError ? OVER_A_FILE.exec(error.message)?.[1] : undefined;
    throw why === undefined ? error : new UnfitWork(`what cannot be read: ${shortened(why)}`, { cause: error });
  });
  const written = parseIndex(git, readFileSync(from.index));
  if (written === null)
    throw new WorkspaceError("git-failed", `git wrote ${from.index} in a format that is not known here`);
  return paths.map((path) => {
    const place = findEntry(written, path);
    if (place < 0) {
      // Git passes over it with a mere remark.
      if (isThere(from.workTree, path)) throw new UnfitWork(`a name that git refuses: ${shortened(shownPath(path))}`);
      // Gone since it was listed.
      return { path, to: null };
    }
    const { mode, id } = entryAt(written, place);
    return { path, to: { mode: fileMode(mode), id } };
  });
}

const OVER_A_FILE =
  /^git update-index failed: (.*(?:Permission denied|File name too long|unable to index file|Unable to process path).*)/;

/** As a file or a link: a folder in its place is looked into elsewhere. */
function isThere(folder: string, path: string): boolean {
  try {
    return !lstatSync(placeIn(folder, path)).isDirectory();
  } catch {
    return false;
  }
}

function fileMode(mode: string): "100644" | "100755" | "120000" | "160000" {
  if (mode === "100644" || mode === "100755" || mode === "120000" || mode === "160000") return mode;
  throw new WorkspaceError("git-failed", `git gave a file the mode ${mode}`);
}
