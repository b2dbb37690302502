import { approvalHash } from "../../plan/approval.ts";
import { freeId } from "../../plan/plan-id.ts";
import type { CommitId, Trees } from "../../ports/git.ts";
import { finishedFolder, finishedIn } from "../../record/plan-artifacts.ts";
import { Refused } from "../../std/refusal.ts";
import type { PlanToRun } from "../plans/plan-to-run.ts";

/**
 * A plan gets a number where its base holds a finished one of the same name: whoever carries the same file out again means
 * another plan. The name of a branch that is checked out is not ours to change.
 */
export async function nameBesideFinished(read: PlanToRun, trees: Trees, base: CommitId): Promise<PlanToRun> {
  const taken = new Set(finishedIn(await trees.entries(await trees.treeOf(base))));
  if (!taken.has(read.plan.id)) return read;
  if (read.isCheckedOut) {
    const there = finishedFolder(read.plan.id);
    throw new Refused(
      "not-possible",
      `${there} holds a finished plan of that name already; give the branch another name`,
    );
  }
  const plan = { ...read.plan, id: freeId(read.plan.id, taken) };
  return { ...read, plan, hash: approvalHash(plan) };
}
