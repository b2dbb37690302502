import { chmodSync, lstatSync, mkdirSync, rmSync, unlinkSync } from "node:fs";
import type { TreeEntry } from "../../ports/git.ts";
import { fsPath } from "../../std/path-bytes.ts";
import { WorkspaceError } from "../errors.ts";
import { removeFolder } from "../folders/remove-folder.ts";
import { walkFolder } from "../folders/walk-folder.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { pathsIn } from "../git/nul-paths.ts";
import { objectId } from "../git/object-id.ts";
import { foldersAbove, isAttributes } from "../objects/attribute-files.ts";
import { treeOfIndex } from "../objects/index-tree.ts";
import { treesOf } from "../objects/trees.ts";

/** A folder with content, and the index of what was checked out into it, which nobody else uses. */
export type Checkout = { tree: string; index: string };

/**
 * Makes a folder hold exactly a tree (or that of a commit), whatever is in it now: other files go, ignored ones and
 * nested repositories included, except what lies at or below a path in `keep`. Every file is looked at; only those that
 * were touched since the last time are written, or all of them with `rewrite`. Filters never run, so a pointer of Git LFS stays one, and the folders of
 * submodules are empty. Only for what lies in a folder of ours.
 */
export async function restoreTree(
  git: HarnessGit,
  { tree, index }: Checkout,
  target: string,
  { keep = [], rewrite = false }: { keep?: readonly string[]; rewrite?: boolean } = {},
): Promise<void> {
  if (!lstatSync(tree, { throwIfNoEntry: false })?.isDirectory()) {
    rmSync(tree, { force: true });
    mkdirSync(tree, { recursive: true });
  }
  rmSync(`${index}.lock`, { force: true });
  removeStrangers(tree, await treesOf(git).entries(target), keep);
  if (rewrite || (await changesAttributes(git, index, target))) rmSync(index, { force: true });
  await git.run(["read-tree", "--reset", "-u", objectId(target)], { workTree: tree, index });
}

/**
 * Whether other attributes hold for the new tree. Git writes only files whose content differs, but their line endings
 * depend on the attributes, too; without an index it writes them all.
 */
async function changesAttributes(git: HarnessGit, index: string, target: string): Promise<boolean> {
  if (!lstatSync(index, { throwIfNoEntry: false })) return false;
  try {
    const held = treeOfIndex(git, index);
    if (held !== null) return (await treesOf(git).changes(held, target)).some(({ path }) => isAttributes(path));
    const differing = await git.run(["diff-index", "--cached", "-z", "--name-only", objectId(target)], { index });
    return pathsIn(differing.stdout).some(isAttributes);
  } catch (error) {
    // The machine may have gone down while it was written. What cannot be read says nothing about the files.
    if (error instanceof WorkspaceError && ["broken-index", "missing-object"].includes(error.code)) return true;
    throw error;
  }
}

function removeStrangers(tree: string, entries: readonly TreeEntry[], keep: readonly string[]): void {
  const files = new Set(entries.filter(({ mode }) => mode !== "160000").map(({ path }) => path));
  const folders = foldersAbove(entries.map(({ path }) => path));
  const isKept = (path: string) => keep.some((kept) => path === kept || path.startsWith(`${kept}/`));
  const leadsToKept = (path: string) => keep.some((kept) => kept.startsWith(`${path}/`));
  const strangers: string[] = [];

  openUp(tree);
  walkFolder(
    tree,
    (path, kind) => {
      const mayStay = kind === "folder" || isKept(path) || (files.has(path) && (kind === "file" || kind === "link"));
      if (!mayStay) unlinkSync(fsPath(`${tree}/${path}`));
    },
    (path) => {
      if (isKept(path)) return false;
      const isWanted = folders.has(path) || leadsToKept(path);
      if (isWanted) openUp(`${tree}/${path}`);
      else strangers.push(path);
      return isWanted;
    },
  );
  for (const path of strangers) removeFolder(`${tree}/${path}`);
}

/** A run may have closed a folder that git has to write into. */
function openUp(folder: string): void {
  const { mode } = lstatSync(fsPath(folder));
  if ((mode & 0o700) !== 0o700) chmodSync(fsPath(folder), 0o755);
}
