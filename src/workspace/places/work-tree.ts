import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommitId, TreeId } from "../../ports/git.ts";
import { writeOver } from "../../std/write-over.ts";
import { makeOwnFolder, requireOwnFolder } from "../folders/own-folder.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { type Checkout, restoreTree } from "./restore-tree.ts";

/** The folder a worker works in. `index` is for snapshots of it, and knows the files already. */
export type WorkTree = { path: string; index: string };

/** Makes a work folder in a folder of ours, at a commit or tree. One that is there already is reset to it. */
export async function makeWorkTree(git: HarnessGit, folder: string, commit: CommitId | TreeId): Promise<WorkTree> {
  return resetWorkTree(git, makeOwnFolder(folder), commit);
}

/**
 * Brings a work folder back to a commit. Everything else goes, ignored files included, unless it lies at or below one of
 * the paths in `keep`. Throws `not-ours` for a folder that Planwright did not make.
 */
export async function resetWorkTree(
  git: HarnessGit,
  folder: string,
  commit: CommitId | TreeId,
  keep: readonly string[] = [],
): Promise<WorkTree> {
  requireOwnFolder(folder);
  // Snapshots have another index: this one must know the files as they were written, not as a worker left them.
  const checkout: Checkout = { tree: join(folder, "tree"), index: join(folder, "index") };
  await restoreTree(git, checkout, commit, { keep });
  const index = join(folder, "snapshot-index");
  writeOver(index, readFileSync(checkout.index));
  return { path: checkout.tree, index };
}

/** A work folder as somebody left it. Throws `not-ours` for a folder that Planwright did not make. */
export function keptWorkTree(folder: string): WorkTree {
  return { path: join(makeOwnFolder(folder), "tree"), index: join(folder, "snapshot-index") };
}
