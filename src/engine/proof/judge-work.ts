import { rememberBesidePlan } from "../../contracts/proof/beside-plan.ts";
import { proofOf, sideProof } from "../../contracts/proof/proof-of.ts";
import { proveSettled } from "../../contracts/proof/prove-settled.ts";
import type { ProofTools, StepProof } from "../../contracts/proof/prove-step.ts";
import type { TestsStance, WorkProof } from "../../contracts/proof/prove-work.ts";
import type { Trusted } from "../../contracts/restore/restoration.ts";
import { type Strays, straysIn } from "../../contracts/restore/strays.ts";
import { granted } from "../../contracts/sides/granted.ts";
import { toolVersions } from "../../contracts/sides/tool-versions.ts";
import type { Step } from "../../plan/model.ts";
import type { TreeId, Trees } from "../../ports/git.ts";
import { notesOf, warningsOf } from "../../receipts/warnings.ts";
import type { Proof } from "../../record/receipt.ts";
import type { StepRun } from "../state/step-run.ts";

export type Judged = {
  proof: StepProof;
  tests: TestsStance;
  strays: Strays;
  receipt: Proof;
  isPassing: boolean;
  warnings: string[];
};

/**
 * Runs a step's contracts on what was left, and on what it is compared with. `receipt` is what a receipt would say; it
 * is plain data and outlives the process. `trusted` are tests that earlier steps have changed without announcing it.
 */
export async function judgeWork(
  run: Pick<StepRun, "plan" | "place" | "cache">,
  step: Step,
  about: {
    base: TreeId;
    worker: TreeId;
    attempt: number;
    version: string;
    placeFor: PlaceFor;
    trusted: Trusted;
    occasion?: string;
  },
  signal: AbortSignal,
): Promise<Judged> {
  const { plan, cache } = run;
  const { attempt, version, placeFor, ...sides } = about;
  const { trees } = run.place;
  const startedAt = new Date();
  const work = { plan, step, ...sides };
  const seen = await proveSettled(work, { trees, placeFor, cache, signal, progress: () => {} });
  const { proof, tests } = seen;
  const grantedFor: PlaceFor = async (tree) => granted(await placeFor(tree), plan, step);
  const place = await grantedFor(proof.restoration.proven);
  const isPassing =
    proof.contracts.length > 0 && proof.contracts.every(({ after }) => after.verdict.status === "passed");
  // For the end of the plan; nothing is accepted from memory before that.
  if (isPassing) await rememberSides(run, seen, grantedFor);
  const tools = isPassing ? await toolVersions(place, step.contracts, proof.restoration.proven, signal) : {};
  const receipt: Proof = {
    ...proofOf(proof, { place, attempt, tools, version, startedAt, finishedAt: new Date() }),
    ...(await aboutTests(seen, trees)),
  };
  const strays = await straysIn(trees, { step, base: about.base, proven: proof.restoration.proven });
  const warnings = [...warningsOf(receipt), ...notesOf(receipt)];
  return { proof, tests, strays, receipt, isPassing, warnings };
}

async function rememberSides(
  { plan, cache }: Pick<StepRun, "plan" | "cache">,
  { proof, first }: WorkProof,
  placeFor: PlaceFor,
): Promise<void> {
  for (const [index, { contract, after }] of proof.contracts.entries()) {
    for (const side of [after, first?.sides[index] ?? after]) {
      await rememberBesidePlan(cache, { place: await placeFor(side.tree), plan, contract, tree: side.tree }, side);
    }
  }
}

type PlaceFor = ProofTools["placeFor"];

async function aboutTests(
  { proof, first, tests }: WorkProof,
  trees: Trees,
): Promise<Pick<Proof, "firstProof" | "unannounced">> {
  const unannounced = tests.is === "kept" ? tests.paths : [];
  if (first === null) return { unannounced };
  const { tree, sides } = first;
  const changes = await trees.changes(tree, proof.restoration.proven);
  const differs = changes.map(({ path, before }) => ({ path, holds: before }));
  return { firstProof: { tree, contracts: sides.map(sideProof), differs }, unannounced };
}
