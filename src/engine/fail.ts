import { nameOf } from "../record/person.ts";
import type { RunEvent } from "../record/run-event.ts";
import { append } from "./journal-state.ts";
import type { RunWorld } from "./run-world.ts";

/** The plan has failed. Accepted steps stay, and a person may take it up again. */
export async function fail(world: RunWorld, step: string | null, otherwise: string): Promise<void> {
  const told = (step === null ? null : whyGivenUp(step, await world.store.journal.read(world.run.id, 0))) ?? otherwise;
  await append(world, null, ({ status }) => ({
    facts: status === "in-progress" ? [{ type: "failed", step, told }] : [],
    value: null,
  }));
}

/** Somebody who gave it up, by name; else what was wrong with the last attempt. Null when neither is known. */
function whyGivenUp(step: string, events: readonly RunEvent[]): string | null {
  for (const event of events.toReversed()) {
    if (!("step" in event) || event.step !== step) continue;
    if (event.type === "answered" && event.value === "abort") return `${nameOf(event.by)} gave it up`;
    if (event.type === "attempt-failed") return event.told;
  }
  return null;
}
