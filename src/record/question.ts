import type { Budget } from "../plan/model.ts";
import type { Matter } from "../plan/progress.ts";
import type { Choice } from "./choice.ts";
import type { RunId } from "./run.ts";

/** What a person is asked. A question waits until somebody answers it; no clock ever does. */
export type Question = {
  id: string;
  run: RunId;
  /** Null for a question about the whole plan. */
  step: string | null;
  over: Matter | PlanMatter;
  kind: QuestionKind;
  severity: Severity;
  /** One line: what is to be decided. */
  headline: string;
  /** What a person needs to know to decide: outputs, diffs, places. Plain text, a paragraph each. */
  context: string[];
  options: Option[];
  /** The value of the option we would choose: a suggestion, never taken by itself. */
  suggestion: string | null;
  /** What a worker proposes as answers to its own question; old questions, and most others, have none. */
  choices?: Choice[];
  /** What a budget is short of: of the plan's, or of a step's own. Whoever raises it without a word grants this. */
  missing?: Missing[];
};

/** How much depends on the answer. */
export type Severity = "critical" | "major" | "minor";

/** `of` is the step whose own budget it is; null for the plan's. */
export type Missing = { of: string | null; amount: Budget };

/**
 * `lost`: the branch is not where we left it. `final`: all steps are done, and the whole does not hold together. `budget`:
 * what is left is not enough for the next step.
 */
export type PlanMatter = "approval" | "no-steps" | "ticks" | "lost" | "final" | "budget";

export type QuestionKind =
  | "approval"
  | "question"
  | "escalation"
  | "budget"
  | "merge"
  | "protected-area"
  | "template"
  | "checkpoint";

/** `note` says whether words of the person go with the answer, and to whom they are told. */
export type Option = { label: string; value: AnswerValue; description: string; note?: "required" | "welcome" };

/**
 * - `retry`: begin another attempt; a note reaches the worker
 * - `continue`: go on with the attempt that stopped; for a worker's own question the note is the answer
 * - `accept`: the person has looked, and takes responsibility
 * - `adjust`: the note goes back to the worker, who continues; no attempt is counted
 * - `edit`: the person has changed the work by hand, and it is judged like a worker's
 * - `keep`: like `retry` or `accept`, but the plan stays as it is · `raise`: a budget is what the note says, or what is needed
 * - `skip`: leave the step out · `revise`: back to draft · `abort`: the plan has failed
 * - `stop`: leave everything as it is for now
 */
export type AnswerValue =
  | "retry"
  | "continue"
  | "accept"
  | "adjust"
  | "edit"
  | "keep"
  | "raise"
  | "skip"
  | "revise"
  | "abort"
  | "stop";

export type Answered = { question: string; value: AnswerValue; note: string; by: string; at: string };

/** A question as the inbox lists it. */
export type InboxItem = Question & { askedAt: string; answered: Answered | null };
