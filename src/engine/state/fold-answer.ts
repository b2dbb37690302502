import { type Answer, endsCycle, type Matter, type StepEvent, type StepProgress } from "../../plan/progress.ts";
import { choiceMeant, choicesText, spokenChoice } from "../../record/choice.ts";
import type { AnswerValue, Question } from "../../record/question.ts";
import type { RunEvent } from "../../record/run-event.ts";
import { type RunState, type StepState, stepState } from "./run-state.ts";

type Answering = RunEvent & { type: "answered" };
type ChangeStep = (id: string, change: (now: StepState) => Partial<StepState>, moved: StepEvent | null) => void;

/** What a person's answer changes, apart from what lists show. */
export function applyAnswer(state: RunState, event: Answering, step: ChangeStep): void {
  const question = state.open.get(event.question);
  if (event.step === null) {
    // A branch that somebody has moved is not ours to write to.
    state.isGivenUp = event.value === "abort" && question?.over !== "lost";
    return;
  }
  if (question?.over === "template" && event.value === "accept") {
    return step(event.step, (now) => approvedExpansion(now, event.by), { type: "answered", answer: "start" });
  }
  if (event.value === "skip") return step(event.step, () => ({ skip: { by: event.by, note: event.note } }), null);
  const moved = event.value === "keep" && question?.over === "checkpoint" ? "accept" : EFFECT[event.value];
  if (moved === null) {
    // Still to be decided: the question is asked again when the run goes on.
    return step(event.step, () => ({ progress: beforeAsking(stepState(state, event.step ?? "").progress) }), null);
  }
  step(
    event.step,
    (now) => ({
      ...said(now, event, question),
      ...(moved === "accept" && { acceptedBy: event.by }),
      ...(event.value === "edit" && { byHand: event.by }),
      ...changeAfter(now, event, question),
      ...(event.value === "retry" && question && endsCycle(question.over as Matter) && { failures: [], findings: [] }),
    }),
    { type: "answered", answer: moved },
  );
}

/** Whoever goes on agrees to what is proposed, unless they say otherwise. */
function changeAfter(
  { change }: StepState,
  { value, by }: Answering,
  question: Question | undefined,
): Partial<StepState> {
  if (change === null || (question?.over !== "retry" && question?.over !== "checkpoint")) return {};
  const isTaken = (value === "retry" || value === "accept") && change.edits.length > 0;
  return { change: isTaken ? { ...change, by, isTaken } : null };
}

const approvedExpansion = ({ expansion }: StepState, by: string): Partial<StepState> =>
  expansion === null || expansion === "refused" ? {} : { expansion: { ...expansion, approvedBy: by } };

/** What the next worker is told of an answer. Only one that goes on where it asked has asked anything. */
function said(now: StepState, { value, note }: Answering, question: Question | undefined): Partial<StepState> {
  if (value === "continue" && question?.over === "question") {
    return { answers: [...now.answers, { question: toldBack(question), answer: toWorker(note, question) }] };
  }
  // A sum of money is nothing that a worker has to know.
  if (value === "raise") return {};
  const kept = value === "retry" ? { ...now, ...saidAnew(now) } : now;
  return { answers: kept.answers, notes: noted(kept, note) };
}

/** The worker remembers nothing, and the answer may be about what it had offered. */
const toldBack = ({ context, headline, choices = [] }: Question): string =>
  [context[0] ?? headline, choicesText(choices)].filter((part) => part !== "").join("\n\n");

function toWorker(note: string, { choices }: Question): string {
  const choice = choiceMeant(note, choices);
  return choice === null ? note : spokenChoice(choice);
}

/** What an answer does to the step it is about; null where it is about the plan, or only wished for yet. */
const EFFECT: Readonly<Record<AnswerValue, Answer | null>> = {
  retry: "start",
  continue: "continue",
  adjust: "continue",
  edit: "continue",
  accept: "accept",
  abort: "abandon",
  keep: "start",
  raise: "continue",
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
      return { ...tally, status: "passed", review: "asks", confirmed: false };
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
