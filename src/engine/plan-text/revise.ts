import type { Plan } from "../../plan/model.ts";
import { type Occasion, violations } from "../../plan/mutability.ts";
import type { StepStatus } from "../../plan/words.ts";
import type { Dialect, FileSet } from "../../ports/dialect.ts";
import type { Run } from "../../record/run.ts";
import type { HowEdit, RevisedPlan, RunFact } from "../../record/run-event.ts";
import { append } from "../state/journal-state.ts";
import { type RunState, stepState } from "../state/run-state.ts";
import type { RunWorld } from "../state/run-world.ts";
import { editedText } from "./edited-text.ts";

/** What may be changed while a plan is carried out: the How of steps that are to come, and decisions that are added. */

/** `oversteps`: the text could be so, and whoever proposes it may not make it so. */
export type Permitted = { ok: true; revision: RevisedPlan } | { ok: false; told: string[]; oversteps: boolean };

/**
 * The plan after these edits, where its occasion permits all of them. `isApproved`: a person has agreed to exactly these
 * texts; even so nothing that is finished changes.
 */
export function permitted(
  { run, dialect }: Pick<RunWorld, "run" | "dialect">,
  state: RunState,
  edits: readonly HowEdit[],
  { occasion, isApproved }: { occasion: Occasion; isApproved: boolean },
): Permitted {
  const changed = textAfter(run, dialect, edits);
  if (typeof changed === "string") return { ok: false, told: [changed], oversteps: false };
  const plan = { ...dialect.parse(changed).plan, id: run.plan.id };
  const [before, after] = [run.plan, plan].map((each) => withProgress(each, state));
  if (!before || !after) throw new Error("there are two plans");
  // Whether a person is asked first is decided by whoever takes the change; here it is what may be asked for at all.
  const found = violations({ before, after, occasion, mode: "autonomous", ...(isApproved && { approved: after }) });
  if (found.length > 0) return { ok: false, told: found.map(({ message }) => message), oversteps: true };
  return { ok: true, revision: { plan, files: [...changed.files], hash: run.hash } };
}

/** The plan's text after edits; why it cannot be, where the text has no place for one of them. */
function textAfter(run: Run, dialect: Dialect, edits: readonly HowEdit[]): FileSet | string {
  const stranger = edits.find((edit) => edit.type === "how" && !run.plan.steps.some(({ id }) => id === edit.step));
  if (stranger?.type === "how") return `the plan has no step \`${stranger.step}\``;
  try {
    return editedText(dialect, { root: ".plan", files: run.files }, edits);
  } catch (error) {
    return `the plan cannot hold that text: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** A plan as far as it has come: what its files say about that is nobody's knowledge. */
export function withProgress(plan: Plan, state: RunState): Plan {
  const statusOf = (id: string): StepStatus => {
    const { status } = stepState(state, id).progress;
    if (status === "pending" || status === "done") return status;
    return status === "blocked" ? "blocked" : "active";
  };
  return { ...plan, steps: plan.steps.map((step) => ({ ...step, status: statusOf(step.id) })) };
}

/** Takes a change of the plan that a person has agreed to. Twice changes nothing. */
export async function takeChange(world: RunWorld, step: string): Promise<void> {
  const taken = await append(world, null, (state) => {
    const { change } = stepState(state, step);
    if (!change?.isTaken || state.status !== "in-progress") return { facts: [], value: null };
    const fact = revisedFact(world, state, { step, by: change.by, told: change.told, edits: change.edits });
    return { facts: [fact], value: fact.type === "revised" ? fact.revision : null };
  });
  if (taken !== null) adopt(world, taken);
}

type Revising = { step: string; by: string; told: string[]; edits: HowEdit[] };

function revisedFact(world: RunWorld, state: RunState, { step, by, told, edits }: Revising): RunFact {
  const found = permitted(world, state, edits, { occasion: { at: "draft" }, isApproved: true });
  // What was permitted when a person was asked may not be any more: a step has been finished since, for example.
  if (!found.ok) return { type: "proposal-refused", step, about: "checkpoint", by, told: found.told.join("; ") };
  return { type: "revised", step, by, told, edits, revision: found.revision, commit: null };
}

/** Writes down what came of a proposal. Where the plan is revised at once, this process goes on with it. */
export async function tellJudged(world: RunWorld, decide: (state: RunState) => RunFact[]): Promise<void> {
  const facts = await append(world, null, (state) => {
    const told = decide(state);
    return { facts: told, value: told };
  });
  const revised = facts.find((fact) => fact.type === "revised");
  if (revised) adopt(world, revised.revision);
}

/** From now on this process carries out the plan as it is now; another one reads it with the run. */
export function adopt(world: RunWorld, revision: RevisedPlan): void {
  world.run = { ...world.run, ...revision };
  world.step.plan = revision.plan;
}

/** What a change does, in a few words each. */
export const inWords = (edits: readonly HowEdit[]): string[] =>
  edits.map((edit) =>
    edit.type === "how"
      ? `the How of ${/^\d/.test(edit.step) ? "step " : ""}${edit.step}:\n${edit.how}`
      : `a decision is added:\n${edit.text}`,
  );
