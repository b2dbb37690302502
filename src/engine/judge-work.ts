import { granted } from "../contracts/granted.ts";
import { type ProofTools, proveStep, type StepProof } from "../contracts/prove-step.ts";
import { proofOf } from "../contracts/receipts/proof-of.ts";
import { warningsOf } from "../contracts/receipts/warnings.ts";
import { toolVersions } from "../contracts/tool-versions.ts";
import type { Step } from "../plan/model.ts";
import type { TreeId } from "../ports/git.ts";
import type { Proof } from "../record/receipt.ts";
import type { StepRun } from "./step-run.ts";

export type Judged = { proof: StepProof; receipt: Proof; isProven: boolean; warnings: string[] };

/**
 * Runs a step's contracts on what was left, and on what it is compared with. `receipt` is what a receipt would say; it
 * is plain data and outlives the process.
 */
export async function judgeWork(
  run: StepRun,
  step: Step,
  about: {
    base: TreeId;
    worker: TreeId;
    attempt: number;
    version: string;
    placeFor: ProofTools["placeFor"];
    occasion?: string;
  },
  signal: AbortSignal,
): Promise<Judged> {
  const { plan, cache } = run;
  const { attempt, version, placeFor, ...sides } = about;
  const { trees } = run.place;
  const startedAt = new Date();
  const work = { plan, step, ...sides };
  const proof = await proveStep(work, { trees, placeFor, cache, signal, progress: () => {} });
  const place = await granted(await placeFor(proof.restoration.proven), plan, step);
  const isProven =
    proof.contracts.length > 0 && proof.contracts.every(({ after }) => after.verdict.status === "passed");
  const tools = isProven ? await toolVersions(place, step.contracts, proof.restoration.proven, signal) : {};
  const receipt = proofOf(proof, { place, attempt, tools, version, startedAt, finishedAt: new Date() });
  return { proof, receipt, isProven, warnings: warningsOf(receipt) };
}
