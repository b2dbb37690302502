import type { Conclusion } from "./conclusion.ts";

/**
 * What a step that is over has come to. Only the first is called proven.
 * - `proven`: its contract, or the tests that it brings, fail without the work
 * - `guarded`: its contract is there to guard: it passed before the work, and still does
 * - `unproven`: it passes, and passed before the work, too
 * - `unchanged`: its contract guards, and there was nothing to do
 * - `by-eye`: a person looked at the work and accepted it
 * - `skipped`: a person left it out
 */
export type StepOutcome = (typeof STEP_OUTCOMES)[number];
export const STEP_OUTCOMES = ["proven", "guarded", "unproven", "unchanged", "by-eye", "skipped"] as const;

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
