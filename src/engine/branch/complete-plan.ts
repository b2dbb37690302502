import { approvalHash } from "../../plan/approval.ts";
import type { Dialect } from "../../ports/dialect.ts";
import type { CommitId } from "../../ports/git.ts";
import { writeMessage } from "../../record/commit-message.ts";
import { writeCommit } from "../../workspace/history/commits.ts";
import { moveBranch } from "../../workspace/history/refs.ts";
import { harness } from "../plan-text/plan-branch.ts";
import { wrapUp } from "../plan-text/wrap-up.ts";
import { boundary } from "../state/boundaries.ts";
import type { StepRun } from "../state/step-run.ts";

/** Closes a plan's branch once every step is accepted: the plan says that it is done, and nothing may come after. */
export async function completePlan(run: StepRun, dialect: Dialect, tip: CommitId): Promise<CommitId> {
  const { plan, git, signer, branch, place } = run;
  const tree = await wrapUp(place.trees, await place.trees.treeOf(tip), dialect, plan.id);
  const who = harness(signer);
  const complete = await writeCommit(git, {
    tree,
    parents: [tip],
    author: who,
    committer: who,
    message: writeMessage({ kind: "complete", plan: plan.id, planHash: approvalHash(plan) }),
    signer,
  });
  await moveBranch(git, branch, complete, tip, run.inPlace ? "settled-later" : "none");
  boundary("the plan is complete on its branch");
  return complete;
}
