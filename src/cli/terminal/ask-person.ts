import type { OpenedRun, Question, RunEvent } from "../../app/hosting/go-on.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { refusalIn } from "../../std/refusal.ts";
import { visibleText } from "../../std/visible-text.ts";
import { atOnce, type Meant, meantAnswer, wantsWord } from "../../telling/meant-answer.ts";
import { callPerson } from "./call-person.ts";
import { wrapped } from "./fit.ts";
import type { Paint } from "./paint.ts";
import { dropTypedAhead, prompt } from "./prompt.ts";
import { type Asking, keyMeant, keysLine, keysOf, pressed } from "./question-keys.ts";
import { questionText } from "./question-text.ts";
import { refusalText } from "./refusal-text.ts";
import { terminalSize } from "./terminal-size.ts";

/**
 * Shows a question and takes the answer of whoever sits here. True when it is settled, here or by somebody elsewhere
 * meanwhile; false when the person leaves it for later, or the signal ends it. `after` is the last event that was seen.
 */
export async function askPerson(
  scene: Scene,
  opened: OpenedRun,
  question: Question,
  { paint, signal, after }: { paint: Paint; signal: AbortSignal; after: number },
): Promise<boolean> {
  const { run, store } = opened;
  await dropTypedAhead();
  process.stderr.write("\n");
  show(question, paint);
  await callPerson(run.plan.id, question.headline);
  const settled = new AbortController();
  const stop = new AbortController();
  const follow = async (): Promise<void> => {
    for await (const event of store.journal.follow(run.id, after, stop.signal)) {
      if (settles(event, question)) return settled.abort();
    }
  };
  // Whoever cannot follow can still ask.
  const following = follow().catch(() => {});
  try {
    const asking = { scene, opened, question, paint, signal: AbortSignal.any([signal, settled.signal]) };
    return (await answered(asking)) || settled.signal.aborted;
  } finally {
    stop.abort();
    await following;
  }
}

/** Whether nobody needs to answer any more: somebody has, or has decided about the step or the run as a whole. */
function settles(event: RunEvent, { id, step }: Question): boolean {
  switch (event.type) {
    case "answered":
      return event.question === id;
    case "skip-asked":
    case "step-retried":
      return event.step === step;
    case "step-undone":
      return step !== null && event.steps.includes(step);
    case "cancelled":
      return true;
    default:
      return false;
  }
}

/** False when nobody answers any more. */
async function answered(asking: Asking): Promise<boolean> {
  const { question, paint, signal } = asking;
  const keys = keysOf(question);
  for (;;) {
    const text = await prompt(`${paint("dim", keysLine(keys))}\n${askedFor(question)}`, signal);
    if (text === null) return false;
    const key = keyMeant(question, keys, text);
    try {
      if (key !== null) {
        const done = await pressed(key, asking);
        if (done === "judge") return await given(asking, "edit", "");
        if (signal.aborted) return false;
        if (done === "looked") showAgain(question, paint);
        continue;
      }
      const answer = await decided(asking, meantAnswer(question, text), text);
      if (answer === "again") continue;
      if (answer === null) return false;
      if (answer.value === "edit" && (await pressed("e", asking)) !== "judge") continue;
      return await given(asking, answer.value, answer.note);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === null || !(error instanceof Error && ANSWERED.has(error.name))) throw error;
      if (signal.aborted) return false;
      say(refusalText(refusal));
    }
  }
}

async function given({ scene, opened, question }: Asking, value: Value, note: string): Promise<true> {
  const { give } = await import("../../app/deciding/answer-question.ts");
  await give(scene, opened.store, question, { value, note });
  return true;
}

/** What is the matter with an answer; all else is one with the world, and ends the asking. */
const ANSWERED = new Set(["Refused", "EngineError"]);

type Value = Question["options"][number]["value"];

/** What was meant, with the words that go with it. Null when the person leaves. */
async function decided(
  { question, signal }: Asking,
  meant: Meant,
  text: string,
): Promise<{ value: Value; note: string } | "again" | null> {
  switch (meant.is) {
    case "unclear":
      say(meant.told);
      return "again";
    case "doubtful": {
      const value = visibleText(meant.answer.value);
      const isMeant = await prompt(`did you mean ${value}? y takes it, n says your words to the worker: `, signal);
      if (isMeant === null) return null;
      if (/^\s*no?\s*$/i.test(isMeant)) return { value: "continue", note: text };
      if (!/^\s*y(es)?\s*$/i.test(isMeant)) return "again";
      const { option, choice } = meant.answer;
      return withWords(question, option, choice?.value ?? null, signal);
    }
    case "answer":
      return withWords(question, meant.option, meant.note, signal);
  }
}

async function withWords(
  question: Question,
  option: Question["options"][number],
  words: string | null,
  signal: AbortSignal,
): Promise<{ value: Value; note: string } | null> {
  if (words !== null) return { value: option.value, note: words };
  const note = option.note === undefined ? "" : await prompted(option.note, wordsFor(option, question), signal);
  return note === null ? null : { value: option.value, note };
}

function wordsFor({ value, note }: Question["options"][number], { choices = [] }: Question): string {
  if (value === "continue" && choices.length > 0) {
    return `${choices.map((_, index) => index + 1).join(", ")}, or your own words to the worker: `;
  }
  return note === "required" ? "your words to the worker: " : "a note (Enter for none): ";
}

async function prompted(wanted: "required" | "welcome", asked: string, signal: AbortSignal): Promise<string | null> {
  for (;;) {
    const note = await prompt(asked, signal);
    if (note === null || wanted === "welcome" || note.trim() !== "") return note;
  }
}

function askedFor(question: Question): string {
  const enter = atOnce(question);
  if (enter) return `your answer (Enter: ${visibleText(enter.value)}): `;
  return wantsWord(question) ? "your answer (the whole word): " : "your answer: ";
}

/** The keys and the answer stand below it. */
function show(question: Question, paint: Paint): void {
  const { width, height } = terminalSize(process.stderr);
  process.stderr.write(questionText(question, { paint, width: width - 1, height: height - 4 }));
}

/** What was looked at has taken the screen; it says more than the context does. */
function showAgain(question: Question, paint: Paint): void {
  process.stderr.write("\n");
  show({ ...question, context: [] }, paint);
}

const say = (text: string): void => {
  const { width } = terminalSize(process.stderr);
  process.stderr.write(`${wrapped(visibleText(text), width - 1).join("\n")}\n`);
};
