import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { TreeId } from "../ports/git.ts";
import { attributesAbove } from "./attribute-files.ts";
import { editTree, type TreeEdit } from "./edit-tree.ts";
import { WorkspaceError } from "./errors.ts";
import type { HarnessGit } from "./harness-git.ts";
import { entryAt, findEntry, indexOf, parseIndex } from "./index-file.ts";
import { nulPaths } from "./nul-paths.ts";
import { plainAdditions } from "./plain-additions.ts";
import { type Folders, itemAt } from "./tree-objects.ts";

type Base = { base: TreeId; itemsOf: Folders };

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
): Promise<TreeId> {
  const gone = new Set(deleted);
  const attributes = attributesAbove(itemsOf, base, added).filter(({ path }) => !gone.has(path));
  const edits = deleted.map((path): TreeEdit => ({ path, to: null }));
  const plain = attributes.length === 0 ? await plainAdditions(git, folder, added) : null;
  if (plain !== null) return editTree(git, base, [...edits, ...plain]);
  const known = new Map(attributes.map((file) => [file.path, file]));
  for (const path of added) {
    const item = itemAt(itemsOf, base, path);
    if (item !== null && item.mode !== "040000" && !gone.has(path)) known.set(path, { ...item, path });
  }
  try {
    rmSync(`${index}.lock`, { force: true });
    writeFileSync(index, indexOf(git, [...known.values()]));
    return await editTree(git, base, [...edits, ...(await additions(git, folder, index, added))]);
  } finally {
    rmSync(index, { force: true });
  }
}

async function additions(
  git: HarnessGit,
  folder: string,
  index: string,
  paths: readonly string[],
): Promise<TreeEdit[]> {
  if (paths.length === 0) return [];
  const add = ["update-index", "--add", "--remove", "--replace", "-z", "--stdin"];
  await git.run(add, { index, workTree: folder, input: nulPaths(paths) });
  const written = parseIndex(git, readFileSync(index));
  if (written === null) throw new WorkspaceError("git-failed", `git wrote ${index} in a format that is not known here`);
  return paths.map((path) => {
    const place = findEntry(written, path);
    // Gone since it was listed.
    if (place < 0) return { path, to: null };
    const { mode, id } = entryAt(written, place);
    return { path, to: { mode: fileMode(mode), id } };
  });
}

function fileMode(mode: string): "100644" | "100755" | "120000" | "160000" {
  if (mode === "100644" || mode === "100755" || mode === "120000" || mode === "160000") return mode;
  throw new WorkspaceError("git-failed", `git gave a file the mode ${mode}`);
}
