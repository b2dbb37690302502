import { diffOf } from "./diff.ts";
import { keysOf, type Outcome } from "./outcome.ts";
import { type RunState, stepState } from "./run-state.ts";
import type { RunWorld } from "./run-world.ts";

export type NumberedOutcome = Outcome & { number: number; diff: string };

/** What is known of the attempts that somebody has to judge: the failures of this cycle, or the last attempt. */
export async function attemptsOf(world: RunWorld, state: RunState, id: string): Promise<NumberedOutcome[]> {
  const { progress, leg, failures } = stepState(state, id);
  const isFailure = progress.status === "failed";
  const keys = isFailure ? failures : progress.attempts > 0 ? [{ step: id, attempt: progress.attempts, leg }] : [];
  const found = await Promise.all(
    keys.map(async (key) => {
      const outcome = await world.store.journal.find<Outcome>(world.run.id, keysOf(key).outcome);
      return outcome && { ...outcome, number: key.attempt, diff: await diffOf(world.step.git, outcome) };
    }),
  );
  return found.filter((outcome) => outcome !== undefined);
}
