import { nameOf } from "../../record/person.ts";
import type { RunEvent } from "../../record/run-event.ts";
import { movable } from "../../workspace/history/refs.ts";
import type { Branch } from "../plan-text/approved-anew.ts";
import { decide } from "../state/decide.ts";
import { append, type Held, stateOf } from "../state/journal-state.ts";
import type { RunState } from "../state/run-state.ts";
import { planOf } from "../state/step-run.ts";
import { bringToTip } from "./bring-to-tip.ts";
import { type Failure, writeFailed } from "./failed-commit.ts";

/**
 * The plan has failed: one fact, and one commit on the branch, which follows also after a crash. Accepted steps stay, and a
 * person may take it up again.
 */
export async function fail(scene: Held & Branch, step: string | null, otherwise: string): Promise<void> {
  const state = await stateOf(scene);
  const why = whyGivenUp(step, await scene.store.journal.read(scene.run.id, 0));
  const failure = { step, told: why ?? otherwise };
  if (isDue(scene, state, step)) await tellFailure(scene, failure, await committed(scene, state, failure));
  await bringToTip(scene, scene.git, await stateOf(scene));
}

/** Null where somebody has moved the branch: nothing is ever built on commits that are not ours. */
async function committed(scene: Held & Branch, state: RunState, failure: Failure): Promise<string | null> {
  const { tip } = state;
  const { run, git } = scene;
  if (tip === null || !(await bringToTip(scene, git, state))) return null;
  // Told now, and not once the journal says what the branch cannot.
  movable(git, run.branch, run.inPlace ? "settled-later" : "none");
  return writeFailed(scene, tip, state, failure);
}

/** Writes it down, unless somebody has wanted the step tried again meanwhile. */
export const tellFailure = (held: Held, { step, told }: Failure, commit: string | null): Promise<null> =>
  append(held, null, (state) => ({
    facts: isDue(held, state, step) ? [{ type: "failed", step, told, commit }] : [],
    value: null,
  }));

function isDue({ run }: Held, state: RunState, step: string | null): boolean {
  const decision = decide(planOf(run), state);
  if (step !== null) return decision.do === "fail" && decision.step === step;
  return decision.do === "give-up" || (decision.do === "ask" && decision.about === "no-steps");
}

/** Somebody who gave it up, by name; else what was wrong with the last attempt. Null when neither is known. */
function whyGivenUp(step: string | null, events: readonly RunEvent[]): string | null {
  for (const event of events.toReversed()) {
    if (!("step" in event) || event.step !== step) continue;
    if (event.type === "answered" && event.value === "abort") return `${nameOf(event.by)} gave it up`;
    if (event.type === "attempt-failed") return event.told;
  }
  return null;
}
