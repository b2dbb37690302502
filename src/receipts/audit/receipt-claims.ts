import { purposeOf } from "../../contracts/proof/purpose-of.ts";
import { contractHash, stepHash } from "../../plan/approval.ts";
import type { Contract, Plan, Step } from "../../plan/model.ts";
import { contractTimeout } from "../../plan/policies.ts";
import type { CommitObject, TreeId } from "../../ports/git.ts";
import type { AnyProof, ContractProofV1, Proof, Receipt } from "../../record/receipt.ts";
import { sameJson } from "../../std/same-json.ts";
import { outcomeOfProof } from "../../telling/receipt-outcome.ts";

/** What a receipt must be about. `base` is the tree of the dev commit's parent. */
export type Claimed = {
  plan: Plan;
  planHash: string;
  step: Step;
  attempt: number;
  devCommit: CommitObject;
  base: TreeId;
};

/** Every way in which a receipt does not speak of this step, this commit and this plan. */
export function falseClaims(receipt: Receipt, claimed: Claimed): string[] {
  const { plan, planHash, step, attempt, devCommit, base } = claimed;
  const [tree, commit] = receipt.subject;
  const proof = receipt.predicate.planwright;
  const differing = (what: string, found: string | number, wanted: string | number): string[] =>
    found === wanted ? [] : [`it speaks of ${what} ${found}, not of ${wanted}`];
  return [
    ...differing("the commit", commit.digest.gitCommit, devCommit.id),
    ...differing("the tree", tree.digest.gitTree, devCommit.tree),
    ...differing("the base tree", proof.trees.base, base),
    ...differing("the plan", proof.plan.id, plan.id),
    ...differing("a plan at", proof.plan.path, plan.source.path),
    ...differing("a plan with the hash", proof.plan.hash, planHash),
    ...differing("the step", proof.step.id, step.id),
    ...differing("a step with the number", proof.step.number, step.number),
    ...differing("a step with the title", proof.step.title, step.title),
    ...differing("a step with the hash", proof.step.hash, stepHash(step)),
    ...differing("attempt", proof.step.attempt, attempt),
    ...falseContracts(proof.contracts, claimed),
    ...(proof.accepted.by === "contract" ? unproven(proof.contracts, claimed) : []),
    ...(proof.version === 1 ? [] : falseOutcome(proof, step)),
  ];
}

/** What the step is called must be what its sides show, for what its contracts are there for. */
function falseOutcome(proof: Proof, { contracts }: Step): string[] {
  const { outcome, accepted, trees } = proof;
  const purposes = contracts.map(purposeOf);
  const isLeftOut = accepted.by === "eye" && trees.base === trees.proven && trees.worker === trees.base;
  const seen = outcomeOfProof(proof);
  return [
    ...proof.contracts.flatMap(({ command, purpose }, index) =>
      purpose === purposes[index] ? [] : [`it takes \`${command}\` for one that \`${purpose}\``],
    ),
    ...(outcome === seen || (outcome === "skipped" && isLeftOut)
      ? []
      : [`it calls the step ${outcome}, and what was seen is ${seen}`]),
  ];
}

function falseContracts(proofs: readonly ContractProofV1[], { plan, step }: Claimed): string[] {
  if (proofs.length !== step.contracts.length) {
    return [`it has ${proofs.length} contracts, and the step has ${step.contracts.length}`];
  }
  return step.contracts.flatMap((contract, index) => {
    const { command, exitCode, stdout, timeout, kind, hash } = proofs[index] ?? {};
    const isSame = sameJson({ command, exitCode, stdout, timeout, kind, hash }, asClaimed(plan, contract));
    return isSame ? [] : [`its contract \`${command}\` is not the approved one, \`${contract.command}\``];
  });
}

const asClaimed = (plan: Plan, contract: Contract) => {
  const { command, exitCode, stdout, kind } = contract;
  return { command, exitCode, stdout, timeout: contractTimeout(plan, contract), kind, hash: contractHash(contract) };
};

function unproven(proofs: AnyProof["contracts"], { devCommit, base }: Claimed): string[] {
  if (proofs.length === 0) return ["no contract was run, and nobody accepted it by eye"];
  return proofs.flatMap(({ command, exitCode, base: before, after }) => {
    const isGreen =
      after.state === "green" &&
      after.tree === devCommit.tree &&
      after.exit.kind === "exited" &&
      after.exit.code === exitCode;
    return [
      ...(isGreen ? [] : [`its contract \`${command}\` was not seen to pass on the tree that was committed`]),
      ...(before.state === "not-run" || before.tree === base ? [] : [`\`${command}\` was compared with another base`]),
    ];
  });
}
