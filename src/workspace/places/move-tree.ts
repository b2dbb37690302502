import type { TreeId } from "../../ports/git.ts";
import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { objectId } from "../git/object-id.ts";
import { isAttributes } from "../objects/attribute-files.ts";
import { treesOf } from "../objects/trees.ts";
import { moveFew } from "./move-few.ts";
import type { Checkout } from "./restore-tree.ts";

/**
 * Brings a folder that holds one tree to another one, and writes only what differs between the two. False when the
 * folder was not as clean as was believed, or other attributes hold for files that are the same: then it is in between.
 */
export async function moveTree(git: HarnessGit, checkout: Checkout, from: TreeId, to: TreeId): Promise<boolean> {
  const changes = await treesOf(git).changes(from, to);
  if (changes.some(({ path }) => isAttributes(path))) return false;
  try {
    const moved = changes.length <= FEW ? await moveFew(git, checkout, to, changes) : "unsuited";
    return moved === "unsuited" ? await moveAny(git, checkout, from, to) : moved === "moved";
  } catch (error) {
    // Of the folder or the index, such as a file that is gone. Whoever makes the folder anew meets it again if it stays.
    const isOfFiles = error instanceof RangeError || (error as NodeJS.ErrnoException).syscall !== undefined;
    const isOfGit = error instanceof WorkspaceError && ["git-failed", "broken-index"].includes(error.code);
    if (isOfFiles || isOfGit) return false;
    throw error;
  }
}

const FEW = 200;

/** By git alone, which reads both trees and the whole index, and writes it anew. */
async function moveAny(git: HarnessGit, { tree, index }: Checkout, from: TreeId, to: TreeId): Promise<boolean> {
  await git.run(["read-tree", "-m", "-u", objectId(from), objectId(to)], { workTree: tree, index });
  return true;
}
