import type { Matter } from "../../../src/plan/progress.ts";
import type { AnswerValue } from "../../../src/record/question.ts";

/**
 * What a run should be, written from what is promised to people and not from the engine, and much simpler: each event says
 * at once what the step wants then. Whoever changes what is promised changes it here, too.
 */
export type Model = {
  status: "in-progress" | "draft" | "failed" | "done";
  isPaused: boolean;
  /** The plan was given up, and its branch does not say so yet. */
  isUntold: boolean;
  isInteractive: boolean;
  /** Whether somebody looks at what has passed. */
  hasPlanner: boolean;
  steps: ModelStep[];
  /** A question about the whole plan. */
  question: ModelQuestion | null;
  /** What can be undone: done since the plan was last approved, in the order of the branch. */
  history: string[];
};

export type ModelStep = {
  id: string;
  needs: readonly string[];
  hasContract: boolean;
  /** The failure that is the last of its cycle, and what it leads to. */
  limit: number;
  atLimit: "escalate" | "abort";
  is: "pending" | "active" | "answered" | "passed" | "failed" | "held" | "blocked" | "done" | "abandoned";
  /** What an open step wants next: `work`, `triage`, `review`, `accept`, `fail`, or to ask about a matter. */
  wants: string;
  question: ModelQuestion | null;
  attempts: number;
  leg: number;
  failures: number;
  resets: number;
  /** A person will look at it, since it has no contract. */
  byEye: boolean;
  skip: boolean;
  /** A change of the plan that a person decides about with the step. `words` has nothing that could be taken. */
  change: "none" | "words" | "edits" | "taken";
};

export type ModelQuestion = { id: string; over: Matter | "final" | "lost"; options: readonly AnswerValue[] };
export type End = "passed" | "failed" | "interrupted" | Matter;

export const NEW_STEP: Omit<ModelStep, "id" | "needs" | "hasContract" | "limit" | "atLimit"> = {
  ...{ is: "pending", wants: "", question: null, attempts: 0, leg: 0, failures: 0, resets: 0 },
  ...{ byEye: false, skip: false, change: "none" },
};

const isOpen = ({ is }: ModelStep): boolean => is !== "pending" && is !== "done";
export const questionsOf = ({ status, steps, question }: Model): ModelQuestion[] =>
  status === "in-progress" ? [question, ...steps.map((step) => step.question)].filter((each) => each !== null) : [];

/** What may be done now; more than one only where several steps are to be left out. */
export function due(model: Model): string[] {
  const { status, steps } = model;
  const active = steps.find(({ is }) => is === "active");
  if (active) return [`close ${active.id} ${active.attempts}.${active.leg}`];
  if (status === "failed" && model.isUntold) return ["give-up"];
  if (status !== "in-progress") return [`halt ${status === "draft" ? "cancelled" : status}`];
  if (model.isPaused) return ["halt paused"];
  const open = steps.find(isOpen);
  const left = steps.filter((step) => step.skip && (!open || open === step));
  if (left.length > 0) return left.map(({ id }) => `skip ${id}`);
  if (model.question) return ["halt waiting"];
  const changing = steps.find(({ change }) => change === "taken");
  if (changing) return [`revise ${changing.id}`];
  if (open) return [wanted(open)];
  if (steps.every(({ is }) => is === "done")) return ["complete"];
  const pending = steps.filter(({ is }) => is === "pending");
  const isDone = (id: string): boolean => steps.some((step) => step.id === id && step.is === "done");
  const ready = pending.find(({ needs }) => needs.every(isDone));
  if (!ready) return [`ask ${pending[0]?.id} stuck`];
  const nobodyLooks = !ready.hasContract && !model.isInteractive && !ready.byEye;
  return [nobodyLooks ? `ask ${ready.id} no-contract` : `work ${ready.id} ${ready.attempts + 1}.1`];
}

function wanted({ id, is, wants, attempts, leg }: ModelStep): string {
  if (is === "blocked") return "halt waiting";
  if (is === "answered") return `work ${id} ${attempts}.${leg + 1}`;
  if (wants === "work") return `work ${id} ${attempts + 1}.1`;
  return ["triage", "review", "accept", "fail"].includes(wants) ? `${wants} ${id}` : `ask ${id} ${wants}`;
}

export function begin(step: ModelStep): void {
  const goesOn = step.is === "answered";
  Object.assign(step, { is: "active", leg: goesOn ? step.leg + 1 : 1, attempts: step.attempts + (goesOn ? 0 : 1) });
}

export function end(model: Model, step: ModelStep, how: End): void {
  if (how === "passed") {
    Object.assign(step, { is: "passed", wants: "review" });
    if (!model.hasPlanner) review(model, step, "none");
  } else if (how === "failed") {
    step.failures += 1;
    const isLast = step.failures >= step.limit;
    Object.assign(step, { is: "failed", wants: isLast ? (step.atLimit === "abort" ? "fail" : "exhausted") : "triage" });
  } else if (how === "interrupted") step.is = "pending";
  else Object.assign(step, { is: "held", wants: how });
}

/** 1: the How was wrong. 2: the architecture, twice at most. 3: only a person can say. */
export function triage(model: Model, step: ModelStep, as: 1 | 2 | 3, change: ModelStep["change"]): void {
  if (as === 2) step.resets += 1;
  const isTooOften = as === 2 && step.resets > 2;
  const goesOn = model.isInteractive ? "retry" : "work";
  Object.assign(step, { change, wants: as === 3 ? "what" : isTooOften ? "resets" : goesOn });
}

/** A decision is taken because of its failures, which are counted anew then. */
export function decided(step: ModelStep): void {
  if (step.is === "failed" || step.is === "pending") step.failures = 0;
}

export function review(model: Model, step: ModelStep, change: ModelStep["change"]): void {
  Object.assign(step, { change, wants: model.isInteractive || change !== "none" ? "checkpoint" : "accept" });
}

export function ask(step: ModelStep, id: string, over: Matter): void {
  const [first, ...others] = OPTIONS[over];
  const withKeep = step.change !== "none" && first && (over === "retry" || over === "checkpoint");
  Object.assign(step, { is: "blocked", wants: over });
  step.question = { id, over, options: withKeep ? [first, "keep", ...others] : OPTIONS[over] };
}

const JUDGED = ["retry", "accept", "skip", "revise", "abort"] as const;
const JUDGED_BY_EYE = ["accept", "retry", "skip", "revise", "abort"] as const;
const LOOKED_AT = ["accept", "adjust", "edit", "retry", "abort"] as const;
const WALL = ["retry", "revise", "abort"] as const;
const OPTIONS: Readonly<Record<Matter, readonly AnswerValue[]>> = {
  ...{ exhausted: JUDGED, resets: JUDGED, what: JUDGED, tampered: WALL, "protected-area": WALL },
  ...{ "by-eye": LOOKED_AT, deviation: LOOKED_AT, checkpoint: ["accept", "adjust", "edit", "stop", "abort"] },
  ...{ question: ["continue", "edit", "retry", "skip", "abort"], budget: ["raise", "retry", "revise", "abort"] },
  ...{ retry: ["retry", "skip", "revise", "abort"], unverified: ["retry", "skip", "revise", "abort"] },
  ...{ "no-contract": ["retry", "revise", "skip", "abort"], stuck: ["revise", "skip", "abort"] },
  ...{ "weaker-tests": LOOKED_AT, announce: LOOKED_AT, "nothing-done": JUDGED_BY_EYE },
  unproven: ["accept", "adjust", "edit", "retry", "skip", "revise", "abort"],
  template: ["revise", "skip", "abort"],
};

export function kindOf(over: ModelQuestion["over"]): string {
  if (["by-eye", "deviation", "nothing-done", "unproven", "weaker-tests", "announce"].includes(over))
    return "checkpoint";
  return ["question", "protected-area", "budget", "template", "checkpoint"].includes(over) ? over : "escalation";
}

export function finish(model: Model, step: ModelStep): void {
  const { attempts, failures, resets, byEye } = step;
  Object.assign(step, NEW_STEP, { is: "done", attempts, failures, resets, byEye });
  model.history.push(step.id);
}

/** A fresh start, which forgets all but how often it was tried. */
export const reopen = (step: ModelStep): void =>
  void Object.assign(step, NEW_STEP, { attempts: step.attempts, leg: step.leg });
