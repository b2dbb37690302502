import { NOT_STARTED, type StepProgress } from "../../plan/progress.ts";
import type { Listed } from "../../record/listed.ts";
import type { AttemptKey } from "../../record/run.ts";
import type { HowEdit, ProposedChange, RevisedPlan } from "../../record/run-event.ts";
import { newSpending, type Spending } from "./budget-spending.ts";

/** What is known of a run: what its events say together, and nothing else. */
export type RunState = Listed & {
  /** The last event that is counted in. */
  seq: number;
  /** Its beginning is known from the branch alone. */
  isRebuilt: boolean;
  /** A person has given the whole plan up, and its branch does not say so yet. */
  isGivenUp: boolean;
  /** Where the branch stands, as far as we have moved it. */
  tip: string | null;
  /** Where it may still stand instead: the journal was told first, and the branch follows (`bring-to-tip.ts`). */
  cameFrom: string | null;
  steps: Map<string, StepState>;
  host: string | null;
  /** What the plan says by now and its branch does not yet. */
  uncommitted: HowEdit[];
  spending: Spending;
};

export type StepState = {
  progress: StepProgress;
  /** How often the present attempt was taken up. */
  leg: number;
  /** What people said that the next worker has to know. */
  notes: string[];
  /** The worker's own questions in the present attempt, with their answers. */
  answers: { question: string; answer: string }[];
  /** The person who looked and accepted, once somebody has. */
  acceptedBy: string | null;
  /** The person who has changed its work by hand; the attempt goes on with what they have left. */
  byHand: string | null;
  /** Somebody skips it, and the branch does not say so yet. */
  skip: { by: string; note: string } | null;
  /** Attempts that failed in the present cycle, newest last, as keys of what is kept about them. */
  failures: AttemptOf[];
  /**
   * The failure that the next worker is told about; it outlives the cycle when a person wants another try. Its step is the
   * id that this one had then.
   */
  lastFailure: AttemptOf | null;
  /** Whoever judged the last failure wanted what only a person may change. */
  isOverstepped: boolean;
  /** What was found out about the failures of the present cycle, and how the plan was changed because of them. */
  findings: string[];
  /** What the branch says of the plan since it was accepted; whoever takes it back takes that back, too. */
  carried: HowEdit[];
  /** A change of the plan that waits for a person; `isTaken` once somebody has agreed, and it is still to be made. */
  change: (ProposedChange & { by: string; isTaken: boolean }) | null;
  /** What it has come to, in the words of whoever looked at it. */
  result: string | null;
  /** The steps it stands for, proposed, and approved by somebody. `null` when nobody has tried yet. */
  expansion: { by: string; revision: RevisedPlan; told: string[]; approvedBy: string | null } | "refused" | null;
};

type AttemptOf = Pick<AttemptKey, "step" | "attempt" | "leg">;

export const newState = (): RunState => ({
  seq: 0,
  status: "approved",
  isPaused: false,
  isRebuilt: false,
  isGivenUp: false,
  tip: null,
  cameFrom: null,
  steps: new Map(),
  open: new Map(),
  host: null,
  uncommitted: [],
  spending: newSpending(),
});

export const NEW_STEP: StepState = {
  progress: NOT_STARTED,
  leg: 0,
  notes: [],
  answers: [],
  acceptedBy: null,
  byHand: null,
  skip: null,
  failures: [],
  lastFailure: null,
  findings: [],
  isOverstepped: false,
  carried: [],
  change: null,
  result: null,
  expansion: null,
};

/** A step that begins anew; its next worker is still told how the last attempt ended, and what people have said. */
export const AFRESH = {
  failures: [],
  findings: [],
  isOverstepped: false,
  acceptedBy: null,
  byHand: null,
  skip: null,
  change: null,
  result: null,
};

export const stepState = (state: RunState, step: string): StepState => state.steps.get(step) ?? NEW_STEP;

/** The branch has moved; or it is about to, and then the journal is ahead of it. */
export function moveTip(state: RunState, tip: string, isAhead: boolean): void {
  state.cameFrom = isAhead ? state.tip : null;
  state.tip = tip;
}

/** How far every step has come, as `plan/next.ts` wants it. */
export const progressOf = ({ steps }: RunState): Map<string, StepProgress> =>
  new Map([...steps].map(([id, { progress }]) => [id, progress]));

/** The steps that somebody has approved for a template, while the plan does not hold them yet. */
export function approvedExpansion(state: RunState, step: string): ApprovedExpansion | null {
  const { expansion } = stepState(state, step);
  if (expansion === null || expansion === "refused") return null;
  const { approvedBy } = expansion;
  return approvedBy === null ? null : { ...expansion, approvedBy };
}

type ApprovedExpansion = Exclude<StepState["expansion"], "refused" | null> & { approvedBy: string };
