import type { Conclusion, Purpose, SideState } from "../record/conclusion.ts";
import type { StepOutcome } from "../record/step-outcome.ts";

/** A contract that passes on the tree with the work, and what it says of the trees that this one is compared with. */
export type PassedContract = { purpose: Purpose; base: SideState; reverted: SideState };

/** `isUnchanged`: the worker left the tree as it was. */
export function concludePassed({ purpose, base, reverted }: PassedContract, isUnchanged: boolean): Conclusion {
  // Only what was published meanwhile can tell two runs on one tree apart.
  if (isUnchanged) return base === "red" || base === "absent" ? "proven" : "unchanged";
  if (base === "not-run") return "unchanged";
  if (base !== "green") return reverted === "green" ? "hollow" : "proven";
  if (purpose === "guards") return "guarding";
  // `npm test` is green before a step, too; what counts is that the tests the step brings notice its absence.
  return reverted === "red" ? "proven" : "vacuous";
}

/**
 * What a step has come to whose contracts all pass. One contract that fails without the work proves the step; those beside
 * it guard what was there.
 */
export function outcomeOf(conclusions: readonly Conclusion[]): StepOutcome {
  const has = (conclusion: Conclusion): boolean => conclusions.includes(conclusion);
  if (has("proven")) return "proven";
  if (has("unchanged")) return "unchanged";
  return conclusions.length > 0 && conclusions.every((each) => each === "guarding") ? "guarded" : "unproven";
}
