import { proofOf } from "../contracts/receipts/proof-of.ts";
import { receiptFor, receiptPaths } from "../contracts/receipts/write-receipt.ts";
import { toolVersions } from "../contracts/tool-versions.ts";
import { contractHash } from "../plan/approval.ts";
import type { Dialect } from "../ports/dialect.ts";
import type { CommitId } from "../ports/git.ts";
import { devSubject, workerName, writeMessage } from "../record/commit-message.ts";
import { writeCommit } from "../workspace/commits.ts";
import { moveBranch } from "../workspace/refs.ts";
import type { StepAttempt } from "./attempt-step.ts";
import { harness, withFiles } from "./plan-branch.ts";
import { withPlanEdit } from "./plan-text.ts";
import { noteReceipt } from "./receipt-note.ts";
import type { StepRun } from "./step-run.ts";

export type Acceptance = { dev: CommitId; accepted: CommitId };

/**
 * Two commits, and the branch moves once: the work exactly as it was proven, then the plan with its receipt. Either both
 * are on the branch afterwards or none is.
 */
export async function acceptStep(
  run: StepRun,
  attempt: StepAttempt,
  told: {
    agent: string;
    finalText: string;
    result: string;
    dialect: Dialect;
    signal: AbortSignal;
    version: string;
    startedAt: Date;
  },
): Promise<Acceptance> {
  const { plan, git, signer, branch, place } = run;
  const { step, base, number, outcome } = attempt;
  if (outcome.status !== "proven") throw new Error(`step ${step.id} was ${outcome.status}, so it cannot be accepted`);
  const { proof } = outcome;
  const { proven } = proof.restoration;
  const common = {
    plan: plan.id,
    step: step.number,
    attempt: number,
    contractHashes: step.contracts.map(contractHash),
  };

  const dev = await writeCommit(git, {
    tree: proven,
    parents: [base],
    author: harness(signer, workerName(told.agent)),
    committer: harness(signer),
    message: writeMessage({
      kind: "dev",
      subject: devSubject(told.finalText, step.title, step.number),
      ...common,
      tree: proven,
    }),
    signer,
  });

  const { startedAt, signal, version } = told;
  const tools = await toolVersions(place, step.contracts, proven, signal);
  const about = { place, attempt: number, tools, version, startedAt, finishedAt: new Date() };
  const receipt = receiptFor(proofOf(proof, about), dev, signer);
  const paths = receiptPaths(step.number);
  const done = { type: "step-status", step: step.id, status: "done", result: told.result } as const;
  const tree = await withFiles(place.trees, await withPlanEdit(place.trees, proven, told.dialect, done), [
    { path: paths.json, bytes: receipt.json },
    { path: paths.sig, bytes: Buffer.from(receipt.sig) },
  ]);
  const accepted = await writeCommit(git, {
    tree,
    parents: [dev],
    author: harness(signer),
    committer: harness(signer),
    message: writeMessage({ kind: "accepted", result: told.result, ...common, tree, receipt: receipt.sha256 }),
    signer,
  });
  // The note first: once the branch has moved the step is accepted, and nothing may fail any more.
  await noteReceipt(git, dev, receipt.json, signer);
  await moveBranch(git, branch, accepted, base);
  return { dev, accepted };
}
