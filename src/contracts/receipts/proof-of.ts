import { approvalHash, contractHash, stepHash } from "../../plan/approval.ts";
import type { Contract, Plan } from "../../plan/model.ts";
import { contractTimeout } from "../../plan/policies.ts";
import type { ContractProof, Proof } from "../../record/receipt.ts";
import type { Side } from "../conclusion.ts";
import type { ProofPlace } from "../proof-place.ts";
import type { ProvenContract, StepProof } from "../prove-step.ts";
import type { Restoration } from "../restore/restoration.ts";

type SideProof = ContractProof["base"];

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
  return {
    version: 1,
    plan: { id: plan.id, path: plan.source.path, hash: approvalHash(plan) },
    step: { id: step.id, number: step.number, title: step.title, hash: stepHash(step), attempt },
    accepted: { by: "contract" },
    trees: { base, worker, proven: proof.restoration.proven },
    contracts: proof.contracts.map((contract) => contractProof(plan, contract)),
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

function sideProof(side: Side): SideProof {
  if ("notRun" in side) return { state: "not-run", why: side.notRun };
  const { tree, exit, milliseconds, report, verdict, explanation } = side;
  const state = verdict.status === "passed" ? "green" : verdict.status === "unverified" ? "absent" : "red";
  const tests = report && { tests: report.counts };
  return { state, tree, exit, milliseconds, ...tests, told: explanation.headline };
}
