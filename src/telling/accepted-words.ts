import type { StepOutcome } from "../record/step-outcome.ts";

/** That a step was accepted, and what that is worth. `person` is who looked at it, where somebody did. */
export function acceptedWords(outcome: StepOutcome, person: string | null): string {
  switch (outcome) {
    case "proven":
      return "proven and accepted";
    case "guarded":
      return "guarded and accepted: its contract passes as it did before";
    case "unproven":
      return "accepted, unproven: its contract also passed before the work";
    case "unchanged":
      return "accepted, unchanged: there was nothing to do";
    case "by-eye":
      return `accepted by eye, by ${person ?? "somebody"}`;
    case "skipped":
      return `skipped by ${person ?? "somebody"}`;
  }
}
