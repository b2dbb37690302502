import type { Kept, RevisedPlan, RunFact } from "../../record/run-event.ts";
import { remedy } from "../../std/refusal.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { movable } from "../../workspace/history/refs.ts";
import { bringToTip } from "../branch/bring-to-tip.ts";
import { type Branch, changesFinished, writeRevision } from "../plan-text/approved-anew.ts";
import { adopt } from "../plan-text/revise.ts";
import { budgetsChanged } from "../state/budget-limits.ts";
import { EngineError } from "../state/engine-error.ts";
import { append, type Held, stateOf } from "../state/journal-state.ts";
import { approvedExpansion, type RunState } from "../state/run-state.ts";
import type { RunWorld } from "../state/run-world.ts";
import { originsOf } from "./expand.ts";

export type ReviseScene = Branch & Held;

/**
 * Lets a run go on with another plan, which a person has approved: one fact, and one commit on the branch, which follows
 * also after a crash. Throws `EngineError` for a plan that cannot be, or cannot be any more; nothing has changed then.
 */
export async function revisePlan(
  scene: ReviseScene,
  { revision, by, told, kept }: { revision: RevisedPlan; by: string; told: string[]; kept: Kept[] },
): Promise<void> {
  const { run, git } = scene;
  const state = await stateOf(scene);
  refuseUnrevisable(run.plan.id, state);
  const finished = changesFinished(run.plan, revision.plan, state);
  if (finished.length > 0) throw new EngineError("not-possible", finished.join("; "));
  if (!(await bringToTip(scene, git, state))) throw await elsewhere(scene, state);
  // Told now, and not once the journal says what the branch cannot.
  movable(git, run.branch, run.inPlace ? "settled-later" : "none");
  const commit = await writeRevision(scene, state, { revision, by });
  const budgets = budgetsChanged(run.plan, revision.plan, kept);
  const fact: RunFact = { type: "revised", step: null, by, told, edits: [], revision, commit, budgets, kept };
  await append(scene, null, () => ({ facts: [fact], value: null }));
  await bringToTip(scene, git, await stateOf(scene));
}

async function elsewhere({ run: { branch }, git }: ReviseScene, { tip }: RunState): Promise<EngineError> {
  const there = await historyOf(git).resolve(branch);
  const name = branch.replace("refs/heads/", "");
  const where = there === null ? "is gone" : `is at ${there.slice(0, 10)}`;
  const left = tip?.slice(0, 10);
  const putBack = `\`git branch -f ${name} ${left}\` puts it back`;
  return new EngineError("not-possible", `${name} ${where}, and Planwright left it at ${left}; ${putBack}`);
}

/** Everything but a finished plan may be revised. */
export function refuseUnrevisable(id: string, { status }: Pick<RunState, "status">): void {
  if (status !== "done") return;
  throw new EngineError("not-possible", `${id} is done, and a finished plan stays as it is`, {
    remedies: [remedy("undo", { step: "", run: id }, "takes a step back first, or give a new plan another title")],
  });
}

/**
 * Takes the steps that a person has approved for a template into the plan. Twice changes nothing. What was permitted when
 * they were written may not be any more: a step whose number would change has been finished since, for example.
 */
export async function replan(world: RunWorld, step: string): Promise<void> {
  const state = await stateOf(world);
  const expansion = approvedExpansion(state, step);
  if (expansion === null || !isToTake(state, step)) return;
  const { revision, told, approvedBy: by } = expansion;
  const { run, dialect } = world;
  const { git, signer } = world.step;
  const finished = changesFinished(run.plan, revision.plan, state);
  if (finished.length > 0) return refuse(world, step, { by, told: finished.join("; ") });
  const commit = await writeRevision({ run, dialect, git, signer }, state, { revision, by });
  const origins = originsOf(run.plan, revision.plan, step);
  const kept = [...origins].flatMap(([to, { id: from }]) => (from === step ? [] : [{ from, to }]));
  const isTaken = await append(world, null, (now) => {
    const isDue = isToTake(now, step);
    const fact: RunFact = { type: "revised", step, by, told, edits: [], revision, commit, kept };
    return { facts: isDue ? [fact] : [], value: isDue };
  });
  if (!isTaken) return;
  await bringToTip(world, git, await stateOf(world));
  // Whoever was to work on the template works on what it stands for.
  const { driverFor } = world;
  world.driverFor = (each) => driverFor(origins.get(each.id) ?? each);
  adopt(world, revision);
}

const isToTake = (state: RunState, step: string): boolean =>
  approvedExpansion(state, step) !== null && state.status === "in-progress";

/** Nobody's steps are taken in; the person is asked again, and told why. */
const refuse = (world: RunWorld, step: string, { by, told }: { by: string; told: string }): Promise<void> =>
  append(world, null, (now) => ({
    facts: isToTake(now, step) ? [{ type: "proposal-refused", step, about: "template", by, told }] : [],
    value: undefined,
  }));
