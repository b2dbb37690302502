import type { OpenedRun, Question, RunEvent } from "../../app/go-on.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Paint } from "./paint.ts";
import { prompt } from "./prompt.ts";
import { questionText } from "./question-text.ts";

/**
 * Shows a question and takes the answer of whoever sits here. True when it is settled, here or by somebody elsewhere
 * meanwhile; false when the person leaves it for later, or the signal ends it. `after` is the last event that was seen.
 */
export async function askPerson(
  { run, store }: OpenedRun,
  question: Question,
  { paint, signal, after }: { paint: Paint; signal: AbortSignal; after: number },
): Promise<boolean> {
  const width = process.stderr.columns ?? 80;
  const offered = question.options.length + (question.choices?.length ?? 0);
  const most = Math.max(5, (process.stderr.rows ?? 24) - 2 * offered - 8);
  process.stderr.write(`${BELL}\n${questionText(question, { paint, width, most })}`);
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
    return (await answered(store, question, AbortSignal.any([signal, settled.signal]))) || settled.signal.aborted;
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

/** Whoever looks elsewhere by now hears that something waits. */
const BELL = "\x07";

/** False when nobody answers any more. */
async function answered(store: OpenedRun["store"], question: Question, signal: AbortSignal): Promise<boolean> {
  const { give, optionFor } = await import("../../app/answer-question.ts");
  for (;;) {
    const text = await prompt("your answer (Ctrl-D leaves it for later): ", signal);
    if (text === null) return false;
    if (text.trim() === "") continue;
    try {
      const option = optionFor(question, text);
      const note = option.note === undefined ? "" : await prompted(option.note, wordsFor(option, question), signal);
      if (note === null) return false;
      await give(store, question, option.value, note);
      return true;
    } catch (error) {
      if (!(error instanceof Error) || !["UsageError", "EngineError"].includes(error.name)) throw error;
      if (signal.aborted) return false;
      process.stderr.write(`${visibleText(error.message)}\n`);
    }
  }
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
