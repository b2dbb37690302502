import type { Held } from "../../../src/engine/state/journal-state.ts";
import { type RunState, stepState } from "../../../src/engine/state/run-state.ts";
import type { HowEdit, RevisedPlan, RunFact } from "../../../src/record/run-event.ts";
import { decided, type ModelStep, review, triage } from "./model.ts";
import { type Game, type Roll, tell } from "./model-run.ts";

/** What whoever judges may propose, and the facts that follow from it: as the engine tells them, without anybody behind it. */

export async function judgeFailure(game: Game, step: ModelStep, roll: Roll): Promise<void> {
  const { model, mood } = game;
  const as = mood === "blaming" || mood === "changing" ? 2 : (([1, 1, 2, 3] as const)[roll(4)] ?? 1);
  const triaged = {
    type: "triaged",
    step: step.id,
    class: as,
    by: "planner",
    told: "",
    change: null,
    usage: [],
    milliseconds: 0,
  } as const;
  if (model.hasPlanner && roll(6) === 0) {
    const refused = { type: "proposal-refused", step: step.id, about: "triage", by: "planner", told: "no" } as const;
    // Who wants what only a person may change is heard by a person; who has no answer is not missed.
    const then = roll(2) === 0 ? 1 : 3;
    await tell(game, null, refused, { ...triaged, class: then, usage: [] });
    return triage(model, step, then, "none");
  }
  const isProposing = model.hasPlanner && as !== 3 && (mood === "changing" || roll(2) === 0);
  const edits = isProposing ? editsAt(game, step, as === 2, roll) : [];
  const { change, facts } = changing(game, step, edits);
  await tell(game, null, { ...triaged, change, usage: [] }, ...facts);
  triage(model, step, as, change === null ? "none" : "edits");
}

export async function judgeWork(game: Game, step: ModelStep, roll: Roll): Promise<void> {
  const reviewed = {
    type: "reviewed",
    step: step.id,
    by: "planner",
    told: "",
    result: null,
    change: null,
    milliseconds: 0,
  } as const;
  if (roll(5) === 0) {
    const refused = {
      type: "proposal-refused",
      step: step.id,
      about: "checkpoint",
      by: "planner",
      told: "no",
    } as const;
    await tell(game, null, refused, { ...reviewed, change: { edits: [], told: ["it may not"] }, usage: [] });
    return review(game.model, step, "words");
  }
  const edits =
    game.mood === "changing" || roll(2) === 0
      ? editsAt(game, step, true, roll).filter((edit) => !isAbout(edit, step))
      : [];
  const { change, facts } = changing(game, step, edits);
  await tell(game, null, { ...reviewed, change, usage: [] }, ...facts);
  review(game.model, step, change === null ? "none" : "edits");
}

/** The person has agreed. What has been finished meanwhile stays as it is, and then nothing changes. */
export async function takeChange(game: Game, step: ModelStep, state: RunState): Promise<void> {
  const { edits = [], told = [] } = stepState(state, step.id).change ?? {};
  const isTooLate = edits.some((edit) => game.model.steps.some((each) => isAbout(edit, each) && each.is === "done"));
  if (isTooLate) {
    const of = { step: step.id, about: "checkpoint", by: "ann" } as const;
    await tell(game, null, { type: "proposal-refused", ...of, told: "too late" });
  } else await tell(game, null, revised(game, step, edits, told));
  step.change = "none";
}

const isAbout = (edit: HowEdit, step: ModelStep): boolean => edit.type === "how" && edit.step === step.id;

function editsAt({ model }: Game, step: ModelStep, isArchitecture: boolean, roll: Roll): HowEdit[] {
  const pending = model.steps.filter(({ is }) => is === "pending");
  const others = isArchitecture ? pending.slice(roll(pending.length + 1)) : [];
  return [
    ...(isArchitecture ? [{ type: "decision", text: "use another one" } as const] : []),
    { type: "how", step: step.id, how: "another way" },
    ...others.map(({ id }) => ({ type: "how", step: id, how: "another way" }) as const),
  ];
}

/** Who is asked anyway decides about the change, too; where nobody is, it holds at once. */
function changing(game: Game, step: ModelStep, edits: HowEdit[]) {
  if (edits.length === 0) return { change: null, facts: [] };
  if (game.model.isInteractive) return { change: { edits, told: ["a change"] }, facts: [] };
  return { change: null, facts: [revised(game, step, edits, ["a change"])] };
}

function revised({ world }: Game, step: ModelStep, edits: HowEdit[], told: string[]): RunFact {
  const { plan } = world.run;
  const steps = plan.steps.map((each) => {
    const edit = edits.find((one) => one.type === "how" && one.step === each.id);
    return edit?.type === "how" ? { ...each, how: edit.how } : each;
  });
  const revision = { plan: { ...plan, steps }, files: [], hash: world.run.hash };
  adopt(world, revision);
  if (edits.some(({ type }) => type === "decision")) decided(step);
  return { type: "revised", step: step.id, by: "planner", told, edits, revision, commit: null };
}

export function adopt(world: Held, revision: RevisedPlan): void {
  world.run = { ...world.run, ...revision };
}
