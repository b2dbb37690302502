import { expect } from "vitest";
import type { Step } from "../../plan/model.ts";
import { refuseUnrevisable } from "../planner/replan.ts";
import { answer } from "../questions/answer.ts";
import { cancel, pause, retryStep, skipStep, takeUp } from "../questions/orders.ts";
import { isOpen } from "../work/keep-open-work.ts";
import { interrupted, RUN } from "./a-journal.testkit.ts";
import { type AnyRun, approveAnew, asRun, aTitle, doneIn, stateAt, titleOf } from "./any-run.testkit.ts";
import { EngineError } from "./engine-error.ts";

/** What a person does with a run that has come to a halt; false when they leave it there. */
export async function goOn(run: AnyRun, why: string): Promise<boolean> {
  const { journal, dice } = run;
  if (why === "done") return undo(run);
  if (why === "cancelled") return dice.roll(3) > 0 && revise(run);
  if (why !== "waiting") {
    await takeUp(journal, asRun(run), "Ann");
    return true;
  }
  const open = [...journal.state().open.values()];
  const question = open[dice.roll(Math.max(1, open.length))];
  // Nobody waits for nothing.
  expect(question).toBeDefined();
  const value = question?.options[dice.roll(question.options.length)]?.value ?? "retry";
  const words = question?.step ? `about ${titleOf(run, question.step)}` : "my words";
  const note = value === "raise" ? "10 minutes" : words;
  const change = question?.step ? stateAt(run, question.step).change : null;
  await answer(journal, RUN, question?.id ?? "", { value, note, by: "Ann" });
  // Whoever goes on has agreed to what was proposed, and whoever says otherwise has not.
  const agrees = value === "retry" || value === "accept";
  const after = question?.step ? stateAt(run, question.step).change : null;
  if (change && (question?.over === "retry" || question?.over === "checkpoint") && (agrees || value === "keep"))
    expect(after?.isTaken ?? false).toBe(agrees && change.edits.length > 0);
  return true;
}

/** Somebody wants something at any moment; what cannot be is refused, and nothing happens. */
export async function order(run: AnyRun): Promise<void> {
  const { journal, dice } = run;
  const [asked, step] = [asRun(run), anyStep(run)];
  const orders = [
    () => pause(journal, asked, "Ann", false),
    () => pause(journal, asked, "Ann", true),
    () => takeUp(journal, asked, "Ann"),
    () => skipStep(journal, asked, step, "Ann", ""),
    () => retryStep(journal, asked, step, "Ann", `about ${step.title}`),
    () => (dice.roll(5) === 0 ? cancel(journal, asked, "Ann") : Promise.resolve()),
    async () => void revise(run),
    async () => void undo(run),
  ];
  try {
    await orders[dice.roll(orders.length)]?.();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
  }
}

function anyStep({ plan, dice }: AnyRun): Step {
  const step = plan.steps[dice.roll(plan.steps.length)];
  if (!step) throw new Error("a plan has steps");
  return step;
}

/** A step more, one less, both or neither; above what is done nothing moves. What is under way is closed first. */
function revise(run: AnyRun): boolean {
  const { journal, dice, plan } = run;
  const state = journal.state();
  refuseUnrevisable(plan.id, state);
  for (const [step, { progress, leg }] of state.steps) {
    if (progress.status === "active") journal.tell(interrupted(step, { attempt: progress.attempts, leg }));
  }
  const [done, steps] = [doneIn(run), [...run.steps]];
  if (steps.length > done && steps.length > 1 && dice.roll(2) === 0) {
    steps.splice(done + dice.roll(steps.length - done), 1);
  }
  const added = { title: aTitle(run), isBare: false };
  if (dice.roll(2) === 0 || steps.length === 0) steps.splice(done + dice.roll(steps.length - done + 1), 0, added);
  approveAnew(run, null, steps);
  return true;
}

/** From any step of the branch on; with them goes what is open. */
function undo(run: AnyRun): boolean {
  const { journal, dice, plan, history } = run;
  const open = plan.steps.filter(({ id }) => isOpen(stateAt(run, id).progress.status));
  const isActive = open.some(({ id }) => stateAt(run, id).progress.status === "active");
  if (history.length === 0 || isActive || journal.state().status === "draft") return false;
  const undone = history.splice(dice.roll(history.length));
  for (const id of undone) run.accepted.delete(titleOf(run, id));
  const steps = [...undone, ...open.map(({ id }) => id)];
  journal.tell({ type: "step-undone", steps, by: "Ann", to: "before", kept: "kept" });
  for (const id of steps) expect(stateAt(run, id).progress.status).toBe("pending");
  return true;
}
