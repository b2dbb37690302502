import type { RunEvent } from "../../record/run-event.ts";

/** Steps that their contracts decided about, by their ids. */
export function provenSteps(events: readonly RunEvent[]): Set<string> {
  const proven = new Set<string>();
  for (const event of events) {
    if (event.type === "step-accepted" && event.byEye === null) proven.add(event.step);
    if (event.type === "step-accepted" && event.byEye !== null) proven.delete(event.step);
    if (event.type === "step-skipped") proven.delete(event.step);
    if (event.type === "step-undone") for (const step of event.steps) proven.delete(step);
  }
  return proven;
}
