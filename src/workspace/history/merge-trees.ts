import type { CommitId, TreeId } from "../../ports/git.ts";
import { pathOf } from "../../std/path-bytes.ts";
import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { objectId } from "../git/object-id.ts";

/** What merging two commits gives. At each of the `conflicts` the tree holds both versions, and is of no use as it is. */
export type MergedTree = { tree: TreeId; conflicts: string[] };

/** Merges as `git merge` would, without a work tree and without any merge driver of the repository's. */
export async function mergeTrees(git: HarnessGit, ours: CommitId, theirs: CommitId): Promise<MergedTree> {
  const { code, stdout } = await git.run(
    ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", objectId(ours), objectId(theirs)],
    { allowed: [0, 1, USAGE_ERROR] },
  );
  if (code === USAGE_ERROR) throw new WorkspaceError("unsupported", "merging needs git 2.38 or newer; install it");
  const [tree = "", ...conflicts] = pathOf(stdout).split("\0").filter(Boolean);
  return { tree: objectId(tree), conflicts: [...new Set(conflicts)] };
}

const USAGE_ERROR = 129;

/** Whether all of `older` is in `newer`. */
export async function isWithin(git: HarnessGit, older: CommitId, newer: CommitId): Promise<boolean> {
  const asked = await git.run(["merge-base", "--is-ancestor", objectId(older), objectId(newer)], { allowed: [0, 1] });
  return asked.code === 0;
}
