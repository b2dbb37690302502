import type { CommitId, TreeId, Trees } from "../../ports/git.ts";
import type { Signer } from "../../ports/signer.ts";
import { isUnderWay } from "../../record/plan-artifacts.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { writeCommit } from "../../workspace/history/commits.ts";
import { isWithin, mergeTrees } from "../../workspace/history/merge-trees.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { harness } from "../plan-text/plan-branch.ts";

/** How a plan's branch comes together with another one. */
export type Meeting =
  /** Everything of the plan is there already. */
  | { how: "already" }
  /** Nothing has happened there since the plan began, so the branch could move to the plan's tip. */
  | { how: "forward"; tree: TreeId }
  | { how: "merge"; tree: TreeId }
  | { how: "conflict"; paths: string[] };

export async function meet(git: HarnessGit, into: CommitId, tip: CommitId): Promise<Meeting> {
  const trees = treesOf(git);
  if (await isWithin(git, tip, into)) return { how: "already" };
  if (await isWithin(git, into, tip)) return { how: "forward", tree: await trees.treeOf(tip) };
  const { tree, conflicts } = await mergeTrees(git, into, tip);
  const paths = conflicts.filter((path) => !isUnderWay(path));
  if (paths.length > 0) return { how: "conflict", paths };
  return { how: "merge", tree: await withPlanOf(trees, tree, tip) };
}

/**
 * A plan that an earlier version finished lies in `.plan/` itself, where two never agree: the one that is merged last lies
 * there, and the branches keep theirs.
 */
async function withPlanOf(trees: Trees, merged: TreeId, tip: CommitId): Promise<TreeId> {
  const [old, own] = [await trees.entries(merged), await trees.entries(await trees.treeOf(tip))];
  const gone = old.filter(({ path }) => isUnderWay(path)).map(({ path }) => [path, null] as const);
  const kept = own.filter(({ path }) => isUnderWay(path)).map(({ path, mode, id }) => [path, { mode, id }] as const);
  return trees.compose(merged, new Map([...gone, ...kept]));
}

/**
 * The commit that brings a plan to another branch: a merge, or one commit with all of it when `isSquashed`. Its message is no
 * message of a plan's: what else lies there is not the plan's work.
 */
export function writeLanding(
  git: HarnessGit,
  signer: Signer,
  landing: { tree: TreeId; into: CommitId; tip: CommitId; message: string; isSquashed: boolean },
): Promise<CommitId> {
  const { tree, into, tip, message, isSquashed } = landing;
  const who = harness(signer);
  const parents = isSquashed ? [into] : [into, tip];
  return writeCommit(git, { tree, parents, author: who, committer: who, message, signer });
}
