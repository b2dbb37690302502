import { approvalHash, contractHash, stepHash } from "../../plan/approval.ts";
import type { Plan } from "../../plan/model.ts";
import { contractTimeout } from "../../plan/policies.ts";
import type { ContractProof, Proof } from "../../record/receipt.ts";
import type { Side } from "../conclusion.ts";
import type { ProofPlace } from "../proof-place.ts";
import type { ProvenContract, StepProof } from "../prove-step.ts";

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
  const { offers } = place.sandbox;
  return {
    version: 1,
    plan: { id: plan.id, path: plan.source.path, hash: approvalHash(plan) },
    step: { id: step.id, number: step.number, title: step.title, hash: stepHash(step), attempt },
    accepted: { by: "contract" },
    trees: { base, worker, proven: proof.restoration.proven },
    contracts: proof.contracts.map((contract) => contractProof(plan, contract)),
    restored: proof.restoration.restored.map(({ path }) => path),
    findings: proof.restoration.findings.map(({ path, line, told }) => `${path}${line ? `:${line}` : ""}: ${told}`),
    environment: {
      path: [...place.tools.path],
      platform: `${process.platform} ${process.arch}`,
      tools: { ...tools },
      layers: place.layers.map(({ at }) => at),
    },
    sandbox: {
      isHolding: offers.isHolding,
      mechanism: offers.mechanism,
      network: place.network,
      memory: offers.memory,
      processes: offers.processes,
    },
    planwright: version,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
  };
}

function contractProof(plan: Plan, { contract, base, after, reverted }: ProvenContract): ContractProof {
  return {
    command: contract.command,
    exitCode: contract.exitCode,
    ...(contract.stdout && { stdout: contract.stdout }),
    timeout: contractTimeout(plan, contract),
    ...(contract.kind && { kind: contract.kind }),
    hash: contractHash(contract),
    base: sideProof(base),
    after: sideProof(after),
    reverted: sideProof(reverted),
  };
}

function sideProof(side: Side): SideProof {
  if ("notRun" in side) return { state: "not-run", why: side.notRun };
  const { tree, exit, milliseconds, report, verdict, explanation } = side;
  const state = verdict.status === "passed" ? "green" : verdict.status === "unverified" ? "absent" : "red";
  const tests = report && { tests: report.counts };
  return { state, tree, exit, milliseconds, ...tests, told: explanation.headline };
}
