import { NOT_STARTED, type StepProgress } from "../plan/progress.ts";
import type { PlanStatus } from "../plan/words.ts";
import type { Question } from "../record/question.ts";

/** What is known of a run: what its events say together, and nothing else. */
export type RunState = {
  /** The last event that is counted in. */
  seq: number;
  status: PlanStatus;
  isPaused: boolean;
  /** Its beginning is known from the branch alone. */
  isRebuilt: boolean;
  /** Where the branch stands, as far as we have moved it. */
  tip: string | null;
  steps: Map<string, StepState>;
  /** Questions that nobody has answered yet. */
  open: Map<string, Question>;
  host: string | null;
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
  /** Somebody wants it left out, and the branch does not say so yet. */
  skip: { by: string; note: string } | null;
  /** Attempts that failed in the present cycle, newest last, as keys of what is kept about them. */
  failures: { attempt: number; leg: number }[];
  /** The failure that the next worker is told about; it outlives the cycle when a person wants another try. */
  lastFailure: { attempt: number; leg: number } | null;
};

export const newState = (): RunState => ({
  seq: 0,
  status: "approved",
  isPaused: false,
  isRebuilt: false,
  tip: null,
  steps: new Map(),
  open: new Map(),
  host: null,
});

export const NEW_STEP: StepState = {
  progress: NOT_STARTED,
  leg: 0,
  notes: [],
  answers: [],
  acceptedBy: null,
  skip: null,
  failures: [],
  lastFailure: null,
};

export const stepState = (state: RunState, step: string): StepState => state.steps.get(step) ?? NEW_STEP;

/** How far every step has come, as `plan/next.ts` wants it. */
export const progressOf = ({ steps }: RunState): Map<string, StepProgress> =>
  new Map([...steps].map(([id, { progress }]) => [id, progress]));
