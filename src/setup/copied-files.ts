import { lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { TreeId } from "../ports/git.ts";
import type { Mount } from "../ports/sandbox.ts";
import type { HarnessGit } from "../workspace/git/harness-git.ts";
import { ignoredFiles } from "./ignored-files.ts";

export type CopiedFiles = {
  mounts: Mount[];
  /** What was asked for and is not shown, and why. */
  notes: string[];
};

/**
 * Files of the checkout that are no part of a tree, shown where it is. Only what git ignores: anything else would be
 * taken for work, and a file of the tree for what the tree says.
 */
export async function copiedFiles(
  paths: readonly string[],
  scene: { git: HarnessGit; tree: TreeId; at: string; isFree(path: string): boolean },
): Promise<CopiedFiles> {
  const { top } = scene.git.facts;
  const isIgnored = await ignoredFiles(scene.git, scene.tree, paths);
  const mounts: Mount[] = [];
  const notes: string[] = [];
  for (const path of new Set(paths)) {
    const show = join(top, path);
    const why = reasonAgainst(show, scene.isFree(path), isIgnored(path));
    if (why === null) mounts.push({ show, at: join(scene.at, path), access: "read" });
    else notes.push(`${path} is not copied: ${why}`);
  }
  return { mounts, notes };
}

function reasonAgainst(show: string, isFree: boolean, isIgnored: boolean): string | null {
  if (!isFree) return "git has it, so it is there as it was committed";
  const kind = lstatSync(show, { throwIfNoEntry: false });
  if (!kind) return "it is not in your checkout";
  if (!kind.isFile() || realpathSync(show) !== show) return "it is no plain file";
  return isIgnored ? null : "git does not ignore it; commit it, or add it to .gitignore and commit that";
}
