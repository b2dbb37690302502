import type { CommitId, Person, TreeId } from "../../ports/git.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { treesOf } from "../objects/trees.ts";
import { writeCommit } from "./commits.ts";
import { type Branch, createBranch, deleteBranch, listBranches, moveBranch } from "./refs.ts";

/** A step of a plan, by the plan's id and the step's number. */
export type StepKey = { plan: string; task: number };
export type KeptAttempt = StepKey & { attempt: number };
/** What a failed attempt has left, to be looked at later. */
export type FailedAttempt = { tree: TreeId; base: CommitId; who: Person; message: string };

/** The branch that keeps a failed attempt. */
export const debugBranch = (key: KeptAttempt): string => `${branchesOf(key)}${key.attempt}`;

/**
 * Keeps the tree of a failed attempt. To do so twice, as after a crash, changes nothing; an attempt that went on after a
 * question replaces what it had left before.
 */
export async function saveAttempt(git: HarnessGit, key: KeptAttempt, work: FailedAttempt): Promise<Branch> {
  const ref = debugBranch(key);
  const kept = await keptAt(git, ref);
  const trees = treesOf(git);
  if (kept !== null && (await trees.treeOf(kept.commit)) === work.tree) return kept;
  const { tree, base, who, message } = work;
  const commit = await writeCommit(git, { tree, parents: [base], author: who, committer: who, message });
  if (kept === null) await createBranch(git, ref, commit);
  else await moveBranch(git, ref, commit, kept.commit);
  return { ref, commit };
}

/** The kept attempts of a step, first to last. */
export async function savedAttempts(git: HarnessGit, step: StepKey): Promise<Branch[]> {
  const attemptOf = ({ ref }: Branch) => ref.slice(branchesOf(step).length);
  const branches = await listBranches(git, branchesOf(step));
  return branches
    .filter((branch) => /^\d+$/.test(attemptOf(branch)))
    .sort((a, b) => Number(attemptOf(a)) - Number(attemptOf(b)));
}

/** Deletes what a step's attempts have left: all after it succeeded, all but the last when people must look. */
export async function deleteAttempts(git: HarnessGit, step: StepKey, keep: "none" | "last"): Promise<void> {
  const branches = await savedAttempts(git, step);
  for (const { ref, commit } of keep === "last" ? branches.slice(0, -1) : branches)
    await deleteBranch(git, ref, commit);
}

const branchesOf = ({ plan, task }: StepKey): string => `refs/heads/debug/plan-${plan}-task-${task}-attempt-`;

async function keptAt(git: HarnessGit, ref: string): Promise<Branch | null> {
  const branches = await listBranches(git, ref);
  return branches.find((branch) => branch.ref === ref) ?? null;
}
