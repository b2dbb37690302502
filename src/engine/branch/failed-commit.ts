import { approvalHash } from "../../plan/approval.ts";
import type { PlanEdit } from "../../ports/dialect.ts";
import type { CommitId } from "../../ports/git.ts";
import { quotable, writeMessage } from "../../record/commit-message.ts";
import { writeCommit } from "../../workspace/history/commits.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import type { Branch } from "../plan-text/approved-anew.ts";
import { harness } from "../plan-text/plan-branch.ts";
import { withPlanEdits } from "../plan-text/plan-text.ts";
import { type RunState, stepState } from "../state/run-state.ts";

/** What has failed: a step that ended the plan, or null for the plan as a whole; and why. */
export type Failure = { step: string | null; told: string };

/** Stores the commit `plan failed`: the plan says so, and nothing else changes. No branch moves. */
export async function writeFailed(
  { run, git, dialect, signer }: Branch,
  tip: CommitId,
  state: RunState,
  { step, told }: Failure,
): Promise<CommitId> {
  const trees = treesOf(git);
  const edits: PlanEdit[] = [{ type: "plan-status", status: "failed" }, ...(step === null ? [] : failed(state, step))];
  const who = harness(signer);
  return writeCommit(git, {
    tree: await withPlanEdits(trees, await trees.treeOf(tip), dialect, edits),
    parents: [tip],
    author: who,
    committer: who,
    message: writeMessage({
      kind: "failed",
      plan: run.plan.id,
      planHash: approvalHash(run.plan),
      said: quotable(told),
    }),
    signer,
  });
}

function failed(state: RunState, step: string): PlanEdit[] {
  const { failures: count } = stepState(state, step).progress;
  const counted: PlanEdit[] = count > 0 ? [{ type: "fail-count", step, count }] : [];
  return [...counted, { type: "step-status", step, status: "failed" }];
}
