import { nameOf } from "../record/person.ts";
import type { RunEvent } from "../record/run-event.ts";
import { decide } from "./decide.ts";
import { append } from "./journal-state.ts";
import type { RunState } from "./run-state.ts";
import type { RunWorld } from "./run-world.ts";
import { planOf } from "./step-run.ts";

/** The plan has failed. Accepted steps stay, and a person may take it up again. */
export async function fail(world: RunWorld, step: string | null, otherwise: string): Promise<void> {
  const told = (step === null ? null : whyGivenUp(step, await world.store.journal.read(world.run.id, 0))) ?? otherwise;
  await append(world, null, (state) => ({
    facts: isDue(world, state, step) ? [{ type: "failed", step, told }] : [],
    value: null,
  }));
}

/** Somebody may have wanted the step tried again meanwhile. */
function isDue({ run }: RunWorld, state: RunState, step: string | null): boolean {
  const decision = decide(planOf(run), state);
  if (step === null) return decision.do === "ask" && decision.about === "no-steps";
  return decision.do === "fail" && decision.step === step;
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
