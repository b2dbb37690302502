import type { Plan, Step } from "../plan/model.ts";
import type { TriageClass } from "../plan/progress.ts";
import type { Usage } from "../record/run-event.ts";

/**
 * Whoever is asked where judgement is needed. What it answers is a proposal: the engine holds it against what its occasion
 * permits, and refuses the rest. Never rejects; who has no answer says why.
 */
export interface Judge {
  /** As the journal names it. */
  readonly name: string;
  /** Whether it looks at work that has passed, and writes the steps that a template stands for. */
  readonly isThinking: boolean;
  /** What went wrong with an attempt, and what is to change before the next. */
  triage(failed: FailedAttempt, signal: AbortSignal): Promise<Proposal<Triage>>;
  /** What a finished step means for those that are still to come. */
  review(finished: FinishedStep, signal: AbortSignal): Promise<Proposal<Review>>;
  /** The steps that a template stands for, now that it is known. */
  expand(template: TemplateStep, signal: AbortSignal): Promise<Proposal<Expansion>>;
}

/** `oversteps`: it wants what only a person may change, and so a person is asked. */
export type Proposal<T> = { usage: Usage[] } & (
  | { ok: true; value: T }
  | { ok: false; why: string; oversteps: boolean }
);

/** What the failed attempts of this cycle have left, oldest first. */
export type FailedAttempt = {
  plan: Plan;
  step: Step;
  attempts: readonly { number: number; told: string; said: string; output: string; diff: string }[];
  /** How often the architecture was blamed already. */
  resets: number;
};

export type Triage = {
  class: TriageClass;
  /** What went wrong, in a sentence. */
  told: string;
  /** The step's How from now on; null to leave it. */
  how: string | null;
} & PlanChange;

/** What may be proposed about the plan as a whole: a decision to be added, and the How of steps that are to come. */
export type PlanChange = { decision: string | null; pending: readonly { step: string; how: string }[] };

export type FinishedStep = { plan: Plan; step: Step; said: string; diff: string };

/** `result` is what the step has come to, in one line; null to leave that to the worker's own words. */
export type Review = PlanChange & { told: string; result: string | null };

/** `files` are those that the template subscribes to, as they are now. */
export type TemplateStep = { plan: Plan; step: Step; files: readonly { path: string; text: string }[] };

/** One entry for each step. What is not said is as the template has it; contracts always are. */
export type Expansion = readonly { title: string; what: string; how: string | null }[];
