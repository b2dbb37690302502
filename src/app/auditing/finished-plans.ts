import { keptRef } from "../../engine/branch/kept-plan.ts";
import { meet } from "../../engine/branch/merge-plan.ts";
import type { CommitId, CommitObject, History, TreeId, Trees } from "../../ports/git.ts";
import { readMessage } from "../../record/commit-message.ts";
import { finishedFolder, finishedIn } from "../../record/plan-artifacts.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";

/**
 * A finished plan that lies in a tree, and where its own commits are: below the commit that was looked at, in the ref that
 * keeps them, or not in this clone. `landedBy` brought it there; null where it came with its own commits alone.
 */
export type LandedPlan = { id: string; landedBy: CommitId | null } & (
  | { commits: "reachable" | "kept"; tip: CommitId }
  | { commits: "away"; tip: null }
);

export type Looking = { git: HarnessGit; history: History; trees: Trees };

export async function finishedPlans(at: Looking, commit: CommitId): Promise<LandedPlan[]> {
  const ids = finishedIn(await at.trees.entries(await at.trees.treeOf(commit)));
  if (ids.length === 0) return [];
  const ends = await lastCommits(at, commit);
  return Promise.all(ids.map((id) => found(at, commit, id, ends.get(id) ?? [])));
}

async function found(at: Looking, commit: CommitId, id: string, ends: readonly CommitId[]): Promise<LandedPlan> {
  const same = await firstThat(ends, async (end) => (await folderChanges(at, id, end, commit)).length === 0);
  const tip = same ?? ends[0];
  if (tip !== undefined) return { id, commits: "reachable", tip, landedBy: await mergeOf(at, tip, commit) };
  const landedBy = await broughtBy(at, id, commit);
  const kept = await at.history.resolve(keptRef(id));
  const message = kept === null ? null : readMessage((await commitAt(at.history, kept))?.message ?? "");
  const isEnd = message?.kind === "complete" && message.plan === id;
  return kept !== null && isEnd
    ? { id, commits: "kept", tip: kept, landedBy }
    : { id, commits: "away", tip: null, landedBy };
}

/** The last commits of all plans that are below a commit, by their ids, the newest first. */
async function lastCommits({ git, history }: Looking, commit: CommitId): Promise<Map<string, CommitId[]>> {
  const asked = ["rev-list", "--extended-regexp", "--grep=^plan complete: ", commit];
  const { stdout } = await git.run(asked);
  const found = new Map<string, CommitId[]>();
  for (const id of stdout.toString("latin1").split("\n").filter(Boolean)) {
    const message = readMessage((await commitAt(history, id))?.message ?? "");
    if (message.kind === "complete") found.set(message.plan, [...(found.get(message.plan) ?? []), id]);
  }
  return found;
}

/** The merge on the line of a branch that brought a plan's last commit; null where that commit lies on the line itself. */
async function mergeOf({ git, history }: Looking, tip: CommitId, commit: CommitId): Promise<CommitId | null> {
  const path = ["rev-list", "--first-parent", "--ancestry-path", "--reverse", `${tip}..${commit}`];
  const [first] = (await git.run(path)).stdout.toString("latin1").split("\n").filter(Boolean);
  const next = first === undefined ? undefined : await commitAt(history, first);
  return next === undefined || next.parents[0] === tip ? null : next.id;
}

/** The commit on the line of a branch with which the folder of a plan appeared first. */
async function broughtBy({ git }: Looking, id: string, commit: CommitId): Promise<CommitId | null> {
  const asked = ["log", "--first-parent", "-m", "--diff-filter=A", "--format=%H", commit, "--", finishedFolder(id)];
  const { stdout } = await git.run(asked);
  return stdout.toString("latin1").trim().split("\n").at(-1) || null;
}

/** Files of a finished plan that are not what they were when its last commit was made. */
export async function folderChanges(
  { trees }: Looking,
  id: string,
  tip: CommitId,
  commit: CommitId,
): Promise<string[]> {
  const [then, now] = await Promise.all([tip, commit].map((each) => trees.treeOf(each)));
  const changes = await trees.changes(then ?? trees.emptyTree, now ?? trees.emptyTree);
  return changes.flatMap(({ path }) => (path.startsWith(`${finishedFolder(id)}/`) ? [path] : []));
}

/**
 * Where a squash holds something else than merging the plan would have given; null where nobody can tell, because it was
 * merged by hand.
 */
export async function squashChanges(at: Looking, tip: CommitId, squash: CommitId): Promise<string[] | null> {
  const { git, history, trees } = at;
  const commit = await commitAt(history, squash);
  const parent = commit?.parents[0];
  if (commit === undefined || parent === undefined) return null;
  const meeting = await meet(git, parent, tip);
  if (meeting.how === "already" || meeting.how === "conflict") return null;
  return pathsOf(trees, meeting.tree, commit.tree);
}

const pathsOf = async (trees: Trees, from: TreeId, to: TreeId): Promise<string[]> =>
  (await trees.changes(from, to)).map(({ path }) => path);

async function commitAt(history: History, id: CommitId): Promise<CommitObject | undefined> {
  const [commit] = await history.firstParents(id, () => true);
  return commit;
}

async function firstThat<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await holds(item)) return item;
  return undefined;
}
