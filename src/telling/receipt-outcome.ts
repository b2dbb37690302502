import type { Conclusion } from "../record/conclusion.ts";
import type { AnyProof, Proof } from "../record/receipt.ts";
import { outcomeOf, type StepOutcome } from "../record/step-outcome.ts";
import { concludePassed } from "./conclude-passed.ts";

type Seen = Pick<Proof, "accepted" | "contracts" | "trees">;

/** What a step has come to, by what its receipt has seen. That it was left out only its author knows. */
export const outcomeOfProof = (proof: Seen): StepOutcome =>
  proof.accepted.by === "eye" ? "by-eye" : outcomeOf(conclusionsOf(proof));

/** What each of its contracts says; for those that passed. */
export const conclusionsOf = ({ contracts, trees }: Pick<Seen, "contracts" | "trees">): Conclusion[] =>
  contracts.map(({ purpose, base, reverted }) =>
    concludePassed({ purpose, base: base.state, reverted: reverted.state }, trees.base === trees.proven),
  );

/** Also of a receipt of version 1, which does not say it: there only what is declared guards. */
export function outcomeOfReceipt(proof: AnyProof): StepOutcome {
  if (proof.version === 2) return proof.outcome;
  const contracts = proof.contracts.map((each) => ({ ...each, purpose: each.kind ?? ("undeclared" as const) }));
  return outcomeOfProof({ ...proof, contracts });
}
