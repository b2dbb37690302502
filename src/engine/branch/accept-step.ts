import { contractHash } from "../../plan/approval.ts";
import type { Step } from "../../plan/model.ts";
import type { Dialect, PlanEdit } from "../../ports/dialect.ts";
import type { CommitId } from "../../ports/git.ts";
import { receiptFor, receiptPaths } from "../../receipts/write-receipt.ts";
import { devSubject, quotable, workerName, writeMessage } from "../../record/commit-message.ts";
import type { Proof } from "../../record/receipt.ts";
import { writeCommit } from "../../workspace/history/commits.ts";
import { type Mover, readyToMove } from "../../workspace/history/refs.ts";
import { harness } from "../plan-text/plan-branch.ts";
import { withPlanEdits } from "../plan-text/plan-text.ts";
import { boundary } from "../state/boundaries.ts";
import type { StepRun } from "../state/step-run.ts";
import { prepareWorkTree } from "../work/work-place.ts";
import { moveWithNote } from "./receipt-note.ts";

/** `unnoted`: why the copy of the receipt in git's notes is missing; null where it is there. */
export type Acceptance = { dev: CommitId; accepted: CommitId; receipt: string; unnoted: string | null };

/** A step that may be accepted, and everything its two commits say. */
export type Acceptable = {
  step: Step;
  /** The commit the work began with. */
  base: CommitId;
  proof: Proof;
  agent: string;
  /** The worker's own words, which are quoted. */
  said: string;
  /** What the harness has seen, in one line. */
  result: string;
  /** What somebody who looked at it says, which is quoted, too. */
  reviewed?: string | null;
  /** How often it failed before. */
  failCount: number;
  /** What the plan says by now and its branch does not yet. */
  revised: readonly PlanEdit[];
};

/**
 * Two commits, and the branch moves once: the work exactly as it was proven, then the plan with its receipt. Either both
 * are on the branch afterwards or none is.
 */
export async function acceptStep(run: StepRun, dialect: Dialect, accepted: Acceptable): Promise<Acceptance> {
  const { git } = run;
  const { step, proof } = accepted;
  const isSeen = proof.contracts.length > 0 && proof.contracts.every(({ after }) => after.state === "green");
  if (proof.accepted.by === "contract" && !isSeen) {
    throw new Error(`step ${step.id} was not seen to pass, so it cannot be accepted`);
  }
  // It is there by the time the commits are.
  const mover = readyToMove(git);
  try {
    return await movedTo(mover, run, dialect, accepted);
  } finally {
    mover.abandon();
  }
}

async function movedTo(mover: Mover, run: StepRun, dialect: Dialect, accepted: Acceptable): Promise<Acceptance> {
  const { plan, git, signer, branch, place } = run;
  const { step, base, proof, agent, said, result, reviewed, failCount, revised } = accepted;
  const { proven } = proof.trees;
  const { attempt } = proof.step;
  const common = { plan: plan.id, step: step.number, attempt, contractHashes: step.contracts.map(contractHash) };

  const dev = await writeCommit(git, {
    tree: proven,
    parents: [base],
    author: harness(signer, workerName(agent)),
    committer: harness(signer),
    message: writeMessage({
      kind: "dev",
      subject: devSubject(proof.outcome === "skipped" ? `Leave out: ${step.title}` : step.title, step.number),
      said: quotable(said),
      ...common,
      tree: proven,
    }),
    signer,
  });

  const receipt = receiptFor(proof, dev, signer);
  const paths = receiptPaths(step.number);
  const edits: PlanEdit[] = [
    { type: "plan-status", status: "in-progress" },
    ...revised,
    ...(failCount > 0 ? [{ type: "fail-count", step: step.id, count: failCount } as const] : []),
    { type: "step-status", step: step.id, status: "done", result },
  ];
  const tree = await withPlanEdits(place.trees, proven, dialect, edits, [
    { path: paths.json, bytes: receipt.json },
    { path: paths.sig, bytes: Buffer.from(receipt.sig) },
  ]);
  const commit = await writeCommit(git, {
    tree,
    parents: [dev],
    author: harness(signer),
    committer: harness(signer),
    message: writeMessage({
      kind: "accepted",
      result,
      said: quotable(reviewed ?? ""),
      ...common,
      tree,
      receipt: receipt.sha256,
    }),
    signer,
  });
  boundary("the two commits are written");
  // The next attempt most likely begins there, and moving the branch takes as long.
  prepareWorkTree(run, commit);
  const checkout = run.inPlace ? "settled-later" : "none";
  const move = { ref: branch, to: commit, expectedOld: base, checkout } as const;
  const unnoted = await moveWithNote(git, mover, move, { dev, receipt, signer });
  boundary("the branch has moved");
  return { dev, accepted: commit, receipt: receipt.sha256, unnoted };
}
