import type { RunEvent } from "../record/run-event.ts";
import type { StepOutcome } from "../record/step-outcome.ts";

/** What each step of a run that is over has come to, by its id; a step that was taken back has come to nothing yet. */
export function outcomesIn(events: readonly RunEvent[]): Map<string, StepOutcome> {
  const outcomes = new Map<string, StepOutcome>();
  /** What the contracts of a step said last, for a step whose acceptance does not tell an outcome. */
  const passed = new Map<string, StepOutcome>();
  for (const event of events) {
    switch (event.type) {
      case "attempt-passed":
        passed.set(event.step, event.outcome);
        break;
      case "step-accepted":
        outcomes.set(
          event.step,
          event.outcome ?? (event.byEye === null ? (passed.get(event.step) ?? "unproven") : "by-eye"),
        );
        break;
      case "step-skipped":
        outcomes.set(event.step, "skipped");
        break;
      case "step-undone":
        for (const step of event.steps) outcomes.delete(step);
        break;
      default:
    }
  }
  return outcomes;
}
