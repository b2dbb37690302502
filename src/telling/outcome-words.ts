import { STEP_OUTCOMES, type StepOutcome } from "../record/step-outcome.ts";

/** One word for what a step has come to, the same wherever a person reads it. */
export const OUTCOME_WORD: Readonly<Record<StepOutcome, string>> = {
  proven: "proven",
  guarded: "guarded",
  unproven: "unproven",
  unchanged: "unchanged",
  "by-eye": "by eye",
  skipped: "skipped",
};

/** What that word means, for somebody who reads it for the first time. */
export const OUTCOME_MEANING: Readonly<Record<StepOutcome, string>> = {
  proven: "its contract, or a test that it adds, fails without the work",
  guarded: "its contract guards: it passed before the work, and still does",
  unproven: "its contract also passed before the work, so passing shows nothing about it",
  unchanged: "nothing was changed, and its contract still passes",
  "by-eye": "a person looked at the work and accepted it",
  skipped: "a person left it out",
};

/** `2 proven, 1 guarded`: how the steps of a plan ended, the best first. */
export function outcomeCounts(outcomes: readonly StepOutcome[]): string {
  return STEP_OUTCOMES.flatMap((outcome) => {
    const count = outcomes.filter((each) => each === outcome).length;
    return count === 0 ? [] : [`${count} ${OUTCOME_WORD[outcome]}`];
  }).join(", ");
}

/** Whether every step of a plan was proven, or guarded what was there, so that the whole may be called proven. */
export const isProvenThroughout = (outcomes: readonly StepOutcome[]): boolean =>
  outcomes.length > 0 && outcomes.every((outcome) => outcome === "proven" || outcome === "guarded");
