import type { Plan } from "../plan/model.ts";
import {
  type Answer,
  advance,
  endsCycle,
  type Matter,
  NOT_STARTED,
  type StepEvent,
  type StepProgress,
} from "../plan/progress.ts";
import type { PlanStatus } from "../plan/words.ts";
import type { AnswerValue, Question } from "../record/question.ts";
import type { RunEvent } from "../record/run-event.ts";
import { unreachable } from "../std/unreachable.ts";

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

const NEW_STEP: StepState = {
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

/** The state after an event; the one before is not used any more. */
export function fold(state: RunState, event: RunEvent): RunState {
  // Two readers of one process may have read the same events.
  if (event.seq <= state.seq) return state;
  if (event.seq !== state.seq + 1) throw new Error(`event ${event.seq} of ${event.run} came after ${state.seq}`);
  state.seq = event.seq;
  apply(state, event);
  return state;
}

function apply(state: RunState, event: RunEvent): void {
  const step = (id: string, change: (now: StepState) => Partial<StepState>, moved: StepEvent | null): void => {
    const now = stepState(state, id);
    const progress = moved ? advance(now.progress, moved) : now.progress;
    state.steps.set(id, { ...now, progress, ...change(now) });
  };
  const same = () => ({});
  switch (event.type) {
    case "opened":
      state.status = "in-progress";
      state.isRebuilt = event.rebuilt;
      state.tip = event.commit;
      return;
    case "hosted":
      state.host = event.host;
      return;
    case "released":
      state.host = null;
      return;
    case "attempt-started":
      return step(event.step, () => ({ leg: event.leg, acceptedBy: null }), { type: "started" });
    case "attempt-passed":
      return step(event.step, same, { type: "passed" });
    case "attempt-failed": {
      const lastFailure = { attempt: event.attempt, leg: event.leg };
      const change = (now: StepState) => ({ failures: [...now.failures, lastFailure], lastFailure, ...FORGET });
      return step(event.step, change, { type: "failed" });
    }
    case "attempt-held":
      return step(event.step, same, { type: "held", over: event.over });
    case "attempt-interrupted":
      return step(event.step, saidAnew, { type: "interrupted" });
    case "triaged":
      step(event.step, same, { type: "triage-started" });
      return step(event.step, same, { type: "triaged", class: event.class });
    case "asked":
      state.open.set(event.question.id, event.question);
      if (event.step !== null) step(event.step, same, { type: "asked", over: event.question.over as Matter });
      return;
    case "answered":
      return applyAnswer(state, event, step);
    case "step-accepted":
      state.tip = event.accepted;
      if (state.isRebuilt && stepState(state, event.step).progress.status === "pending") {
        // Only the branch tells of it: how it came about is lost.
        const progress: StepProgress = { ...NOT_STARTED, status: "done", attempts: event.attempt };
        return step(event.step, () => ({ ...CLEAN, progress }), null);
      }
      return step(event.step, () => CLEAN, { type: "accepted" });
    case "skip-asked":
      closeQuestionsOf(state, event.step);
      return step(event.step, () => ({ skip: { by: event.by, note: event.note } }), null);
    case "step-skipped":
      state.tip = event.commit;
      return step(event.step, () => CLEAN, { type: "skipped" });
    case "step-undone":
      state.tip = event.to;
      if (state.status === "failed" || state.status === "done") state.status = "in-progress";
      for (const id of event.steps) {
        const { attempts } = stepState(state, id).progress;
        state.steps.set(id, { ...NEW_STEP, progress: { ...NOT_STARTED, attempts } });
        closeQuestionsOf(state, id);
      }
      return;
    case "step-retried":
      if (state.status === "failed") state.status = "in-progress";
      closeQuestionsOf(state, event.step);
      return step(event.step, (now) => ({ ...CLEAN, notes: noted(now, event.note) }), { type: "reopened" });
    case "paused":
      state.isPaused = true;
      return;
    case "resumed":
      return reopen(state);
    case "cancelled":
      state.status = "draft";
      state.open.clear();
      return;
    case "completed":
      state.status = "done";
      state.tip = event.commit;
      return;
    case "failed":
      state.status = "failed";
      return;
    case "prepared":
    case "worker-ended":
    case "noted":
      return;
    default:
      return unreachable(event);
  }
}

/** What a new attempt no longer needs to know. */
const FORGET = { notes: [], answers: [] };
const CLEAN = { ...FORGET, failures: [], lastFailure: null, acceptedBy: null, skip: null };

/** An attempt that nobody could finish begins again, and what people have said meanwhile still holds. */
const saidAnew = ({ notes, answers }: StepState): Partial<StepState> => ({
  notes: [...notes, ...answers.map(({ question, answer }) => `A worker asked: ${question}\nThe answer: ${answer}`)],
  answers: [],
});

const noted = ({ notes }: StepState, note: string): string[] => (note.trim() === "" ? notes : [...notes, note]);

type Answering = RunEvent & { type: "answered" };
type ChangeStep = (id: string, change: (now: StepState) => Partial<StepState>, moved: StepEvent | null) => void;

function applyAnswer(state: RunState, event: Answering, step: ChangeStep): void {
  const question = state.open.get(event.question);
  state.open.delete(event.question);
  if (event.value === "revise") state.status = "draft";
  if (event.value === "stop") state.isPaused = true;
  if (event.step === null) {
    if (event.value === "abort") state.status = "failed";
    return;
  }
  if (event.value === "skip") return step(event.step, () => ({ skip: { by: event.by, note: event.note } }), null);
  const moved = EFFECT[event.value];
  if (moved === null) {
    // Still to be decided: the question is asked again when the run goes on.
    return step(event.step, () => ({ progress: beforeAsking(stepState(state, event.step ?? "").progress) }), null);
  }
  step(
    event.step,
    (now) => ({
      ...said(now, event, question),
      ...(event.value === "accept" && { acceptedBy: event.by }),
      ...(event.value === "retry" && question && endsCycle(question.over as Matter) && { failures: [] }),
    }),
    { type: "answered", answer: moved },
  );
}

/** What the next worker is told of an answer. Only one that goes on where it asked has asked anything. */
function said(now: StepState, { value, note }: Answering, question: Question | undefined): Partial<StepState> {
  if (value === "continue" && question?.over === "question") {
    return { answers: [...now.answers, { question: question.context[0] ?? question.headline, answer: note }] };
  }
  const kept = value === "retry" ? { ...now, ...saidAnew(now) } : now;
  return { answers: kept.answers, notes: noted(kept, note) };
}

/** What an answer does to the step it is about; null where it is about the plan, or only wished for yet. */
const EFFECT: Readonly<Record<AnswerValue, Answer | null>> = {
  retry: "start",
  continue: "continue",
  adjust: "continue",
  accept: "accept",
  abort: "abandon",
  skip: null,
  revise: null,
  stop: null,
};

/** A step somebody was asked about, as it was before. */
function beforeAsking(now: StepProgress): StepProgress {
  if (now.status !== "blocked") return now;
  const { attempts, failures, resets, byEye, over } = now;
  const tally = { attempts, failures, resets, byEye };
  switch (over) {
    case "template":
    case "no-contract":
    case "stuck":
      return { ...tally, status: "pending" };
    case "checkpoint":
      return { ...tally, status: "passed", confirmed: false };
    case "exhausted":
      return { ...tally, status: "failed", triage: "due" };
    case "what":
      return { ...tally, status: "failed", triage: 3 };
    case "resets":
      return { ...tally, status: "failed", triage: 2 };
    case "retry":
      return { ...tally, status: "failed", triage: 1 };
    default:
      return { ...tally, status: "held", over };
  }
}

function closeQuestionsOf(state: RunState, step: string): void {
  for (const [id, question] of state.open) if (question.step === step) state.open.delete(id);
}

/** A person goes on: with a failed plan what is unfinished gets a fresh start. */
function reopen(state: RunState): void {
  state.isPaused = false;
  if (state.status !== "failed") return;
  state.status = "in-progress";
  for (const [id, now] of state.steps) {
    if (now.progress.status === "done") continue;
    closeQuestionsOf(state, id);
    state.steps.set(id, { ...now, ...CLEAN, progress: advance(now.progress, { type: "reopened" }) });
  }
}

/** How many steps of a plan are done. */
export const doneSteps = (plan: Plan, state: RunState): number =>
  plan.steps.filter(({ id }) => stepState(state, id).progress.status === "done").length;
