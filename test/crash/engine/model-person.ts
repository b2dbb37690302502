import type { AnswerValue } from "../../../src/record/question.ts";
import { type Model, type ModelQuestion, type ModelStep, questionsOf, reopen } from "./model.ts";

/** What people may do to the run of a model. Each says whether it is possible; what is not changes nothing. */

type Said = { value: AnswerValue; note: string };

export function answer(model: Model, id: string, { value, note }: Said): boolean {
  const question = questionsOf(model).find((each) => each.id === id);
  if (!question?.options.includes(value)) return false;
  if (["continue", "adjust"].includes(value) && note === "") return false;
  if (value === "raise" && !["", "$2"].includes(note)) return false;
  if (value === "revise") model.status = "draft";
  if (value === "stop") model.isPaused = true;
  const step = model.steps.find((each) => each.question === question);
  if (step) answerAbout(step, question, value);
  else {
    model.question = null;
    if (value === "abort") Object.assign(model, { status: "failed", isUntold: question.over !== "lost" });
  }
  return true;
}

function answerAbout(step: ModelStep, { over }: ModelQuestion, value: AnswerValue): void {
  const isAgreed = step.change === "edits" && (value === "retry" || value === "accept");
  const isAboutChange = over === "retry" || over === "checkpoint";
  step.question = null;
  if (value === "skip") {
    step.skip = true;
    return;
  }
  if (value === "revise" || value === "stop") {
    step.is = BEFORE[over] ?? "held";
    return;
  }
  if (isAboutChange) step.change = isAgreed ? "taken" : "none";
  if (value === "abort") Object.assign(step, { is: "abandoned", wants: "fail" });
  else if (["continue", "adjust", "edit", "raise"].includes(value)) step.is = "answered";
  else if (value === "accept" || over === "checkpoint") Object.assign(step, { is: "passed", wants: "accept" });
  else {
    step.is = "pending";
    if (["exhausted", "resets", "what"].includes(over)) step.failures = 0;
    if (over === "no-contract") step.byEye = true;
  }
}

/** A step that is asked about again, as it is until then. */
const BEFORE: Readonly<Record<string, ModelStep["is"]>> = {
  ...{ checkpoint: "passed", "no-contract": "pending", stuck: "pending" },
  ...{ retry: "failed", exhausted: "failed", resets: "failed", what: "failed" },
};

export function pause(model: Model): boolean {
  if (model.status !== "in-progress") return false;
  model.isPaused = true;
  return true;
}

/** A failed plan begins anew with all that is not done. */
export function resume(model: Model): boolean {
  if (model.status === "draft" || model.status === "done") return false;
  model.isPaused = false;
  if (model.status === "failed") for (const step of model.steps) if (step.is !== "done") reopen(step);
  model.status = "in-progress";
  return true;
}

export function cancel(model: Model): boolean {
  if (model.status !== "in-progress") return false;
  model.status = "draft";
  model.question = null;
  for (const step of model.steps) step.question = null;
  return true;
}

export function skip(model: Model, step: ModelStep): boolean {
  if (model.status !== "in-progress" || step.is === "done") return false;
  Object.assign(step, { skip: true, question: null });
  return true;
}

export function retry(model: Model, step: ModelStep): boolean {
  if (model.status === "draft" || ["active", "passed", "done"].includes(step.is) || model.status === "done")
    return false;
  model.status = "in-progress";
  reopen(step);
  return true;
}

/** What goes with a step that is undone: all that was done after it, and what is open. Null where it cannot be. */
export function undo(model: Model, step: ModelStep): string[] | null {
  const from = model.history.indexOf(step.id);
  if (model.status === "draft" || from < 0 || model.steps.some(({ is }) => is === "active")) return null;
  const open = model.steps.filter(({ is }) => is !== "pending" && is !== "done").map(({ id }) => id);
  const undone = [...model.history.splice(from), ...open];
  for (const each of model.steps) if (undone.includes(each.id)) reopen(each);
  if (model.question?.over === "final") model.question = null;
  model.status = "in-progress";
  return undone;
}

/** Another plan is approved, with these steps: what is done stays, and all else begins afresh. */
export function revise(model: Model, steps: readonly ModelStep[]): boolean {
  if (model.status === "done") return false;
  Object.assign(model, { status: "in-progress", isPaused: false, question: null, history: [], steps: [...steps] });
  for (const step of model.steps) if (step.is !== "done") reopen(step);
  return true;
}
