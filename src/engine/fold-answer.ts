import { type Answer, endsCycle, type Matter, type StepEvent, type StepProgress } from "../plan/progress.ts";
import type { AnswerValue, Question } from "../record/question.ts";
import type { RunEvent } from "../record/run-event.ts";
import { type RunState, type StepState, stepState } from "./run-state.ts";

type Answering = RunEvent & { type: "answered" };
type ChangeStep = (id: string, change: (now: StepState) => Partial<StepState>, moved: StepEvent | null) => void;

/** What a person's answer changes. */
export function applyAnswer(state: RunState, event: Answering, step: ChangeStep): void {
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

/** An attempt that nobody could finish begins again, and what people have said meanwhile still holds. */
export const saidAnew = ({ notes, answers }: StepState): Partial<StepState> => ({
  notes: [...notes, ...answers.map(({ question, answer }) => `A worker asked: ${question}\nThe answer: ${answer}`)],
  answers: [],
});

export const noted = ({ notes }: StepState, note: string): string[] => (note.trim() === "" ? notes : [...notes, note]);
