import { deleteAttempts } from "../../workspace/history/debug-branches.ts";
import { unseen } from "../proof/unseen.ts";
import { append, stateOf } from "../state/journal-state.ts";
import { stepState } from "../state/run-state.ts";
import type { RunWorld } from "../state/run-world.ts";
import { stepOf } from "../state/step-run.ts";
import { bringAlong } from "./bring-along.ts";
import { commitOnce } from "./commit-once.ts";
import { missingNote } from "./receipt-note.ts";

/** Leaves a step out because a person wants it so: two commits like every other, with an empty first one. */
export async function skip(world: RunWorld, id: string): Promise<void> {
  const state = await stateOf(world);
  const step = stepOf(world.run.plan, id);
  const now = stepState(state, id);
  if (now.skip === null || state.tip === null) return;
  const { by, note } = now.skip;
  const result = `skipped${note.trim() === "" ? "" : `: ${note}`}`;
  const attempt = Math.max(1, now.progress.attempts);
  const tree = await world.step.place.trees.treeOf(state.tip);
  const why = `${by} left the step out`;
  const accepted = await commitOnce(world, {
    step,
    base: state.tip,
    proof: await unseen(world, step, { base: tree, worker: tree, attempt, person: by, why, outcome: "skipped" }),
    agent: "nobody",
    said: note,
    result,
    failCount: now.progress.failures,
    revised: state.uncommitted,
  });
  await bringAlong(world, tree, accepted.accepted);
  await deleteAttempts(world.step.git, { plan: world.run.plan.id, task: step.number }, "none");
  await append(world, null, (then) => ({
    facts:
      stepState(then, id).progress.status === "done"
        ? []
        : [
            ...missingNote(accepted.unnoted, id),
            { type: "step-skipped", step: id, by, note, commit: accepted.accepted },
          ],
    value: null,
  }));
}
