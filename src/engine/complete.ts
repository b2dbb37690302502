import { readMessage } from "../record/commit-message.ts";
import { historyOf } from "../workspace/history.ts";
import { completePlan } from "./complete-plan.ts";
import { append, stateOf } from "./journal-state.ts";
import type { RunWorld } from "./run-world.ts";

/** Ends a plan whose steps are all done. */
export async function complete(world: RunWorld): Promise<void> {
  const { tip } = await stateOf(world);
  if (tip === null) return;
  const commit = (await completedAt(world, tip)) ?? (await completePlan(world.step, world.dialect, tip));
  await append(world, "completed", () => ({ facts: [{ type: "completed", commit }], value: null }));
}

/** The branch may have moved already, before a crash. */
async function completedAt(world: RunWorld, tip: string): Promise<string | null> {
  const history = historyOf(world.step.git);
  const there = await history.resolve(world.step.branch);
  if (there === null || there === tip) return null;
  const [last, before] = await history.firstParents(there, ({ id }) => id === tip);
  return last && before?.id === tip && readMessage(last.message).kind === "complete" ? there : null;
}
