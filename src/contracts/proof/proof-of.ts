import { approvalHash, contractHash, stepHash } from "../../plan/approval.ts";
import type { Contract, Plan } from "../../plan/model.ts";
import { contractTimeout } from "../../plan/policies.ts";
import type { ContractProof, Proof, SideProof } from "../../record/receipt.ts";
import { outcomeOfProof } from "../../telling/receipt-outcome.ts";
import type { Restoration } from "../restore/restoration.ts";
import { type Side, stateOf } from "../sides/conclusion.ts";
import type { ProofPlace } from "../sides/proof-place.ts";
import { type ProvenContract, type StepProof, sidesOf } from "./prove-step.ts";
import { purposeOf } from "./purpose-of.ts";

/** What a receipt says about a step that was proven here. */
export function proofOf(
  proof: StepProof,
  about: {
    place: ProofPlace;
    attempt: number;
    tools: Readonly<Record<string, string>>;
    version: string;
    startedAt: Date;
    finishedAt: Date;
  },
): Proof {
  const { place, attempt, tools, version, startedAt, finishedAt } = about;
  const { plan, step, base, worker } = proof.work;
  const seen = {
    accepted: { by: "contract" } as const,
    trees: { base, worker, proven: proof.restoration.proven },
    contracts: proof.contracts.map((contract) => contractProof(plan, contract)),
  };
  return {
    version: 2,
    plan: { id: plan.id, path: plan.source.path, hash: approvalHash(plan) },
    step: { id: step.id, number: step.number, title: step.title, hash: stepHash(step), attempt },
    ...seen,
    outcome: outcomeOfProof(seen),
    unannounced: [],
    observed: observedIn(proof),
    ...putBack(proof.restoration),
    environment: {
      path: [...place.tools.path],
      platform: `${process.platform} ${process.arch}`,
      tools: { ...tools },
      layers: place.layers.map(({ at }) => at),
    },
    sandbox: sandboxOf(place),
    planwright: version,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
  };
}

/** Whether it was seen, in every run, which files it opens and writes. */
function observedIn(proof: StepProof): string {
  const missed = sidesOf(proof).flatMap(({ seen }) => (seen === null ? ["nobody looked"] : (seen.missed ?? [])));
  return missed.length === 0 ? "yes" : `no: ${missed[0]?.split("\n", 1)[0]}`;
}

const contractProof = (plan: Plan, { contract, base, after, reverted }: ProvenContract): ContractProof => ({
  ...contractOf(plan, contract),
  base: sideProof(base),
  after: sideProof(after),
  reverted: sideProof(reverted),
});

/** A contract as it was approved, whatever became of it. */
export const contractOf = (plan: Plan, contract: Contract): Omit<ContractProof, "base" | "after" | "reverted"> => ({
  command: contract.command,
  exitCode: contract.exitCode,
  ...(contract.stdout && { stdout: contract.stdout }),
  timeout: contractTimeout(plan, contract),
  ...(contract.kind && { kind: contract.kind }),
  hash: contractHash(contract),
  purpose: purposeOf(contract),
});

/** What was put back before anything was judged, and what was noticed. */
export const putBack = ({ restored, findings }: Restoration): Pick<Proof, "restored" | "findings"> => ({
  restored: restored.map(({ path }) => path),
  findings: findings.map(({ path, line, told }) => `${path}${line ? `:${line}` : ""}: ${told}`),
});

/** How contracts are held in a place. */
export const sandboxOf = ({ sandbox: { offers }, network }: ProofPlace): Proof["sandbox"] => ({
  isHolding: offers.isHolding,
  mechanism: offers.mechanism,
  network,
  memory: offers.memory,
  processes: offers.processes,
});

/** One side, as a receipt tells it. */
export function sideProof(side: Side): SideProof {
  const state = stateOf(side);
  if ("notRun" in side || state === "not-run") return { state: "not-run", why: "notRun" in side ? side.notRun : "" };
  const { tree, exit, milliseconds, report, explanation } = side;
  const tests = report && { tests: report.counts };
  return { state, tree, exit, milliseconds, ...tests, told: explanation.headline };
}
