import { canBeAsked, type Matter } from "../plan/progress.ts";
import { deleteAttempts } from "../workspace/debug-branches.ts";
import { diffOf } from "./diff.ts";
import { append, stateOf } from "./journal-state.ts";
import { keysOf, type Outcome } from "./outcome.ts";
import { type NumberedOutcome, questionAbout } from "./questions.ts";
import { type RunState, stepState } from "./run-state.ts";
import type { RunWorld } from "./run-world.ts";
import { stepOf } from "./step-run.ts";

/** Asks a person about a step. Nothing is decided until somebody answers; asking twice is asking once. */
export async function ask(world: RunWorld, id: string, over: Matter): Promise<void> {
  const { run } = world;
  const step = stepOf(run.plan, id);
  const state = await stateOf(world);
  const attempts = await attemptsOf(world, state, id);
  const number = state.seq + 1;
  await append(world, null, (now) => {
    // Asked before a crash, and perhaps answered since; or somebody has decided otherwise meanwhile.
    const isDue = now.seq === state.seq && canBeAsked(stepState(now, id).progress, over);
    if (!isDue) return { facts: [], value: null };
    const question = questionAbout({ run: run.id, plan: run.plan, step, over, attempts, id: `${run.id}:${number}` });
    return { facts: [{ type: "asked", step: id, question }], value: null };
  });
  if (over === "exhausted") await deleteAttempts(world.step.git, { plan: run.plan.id, task: step.number }, "last");
}

/** What is known of the attempts a question is about: the failures of this cycle, or the last attempt. */
async function attemptsOf(world: RunWorld, state: RunState, id: string): Promise<NumberedOutcome[]> {
  const { progress, leg, failures } = stepState(state, id);
  const isFailure = progress.status === "failed";
  const keys = isFailure ? failures : progress.attempts > 0 ? [{ attempt: progress.attempts, leg }] : [];
  const found = await Promise.all(
    keys.map(async (key) => {
      const outcome = await world.store.journal.find<Outcome>(world.run.id, keysOf({ step: id, ...key }).outcome);
      return outcome && { ...outcome, number: key.attempt, diff: await diffOf(world.step.git, outcome) };
    }),
  );
  return found.filter((outcome) => outcome !== undefined);
}
