import type { OpenedRun, Question } from "../../app/go-on.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Paint } from "./paint.ts";
import { prompt } from "./prompt.ts";
import { questionText } from "./question-text.ts";

/**
 * Shows a question and takes the answer of whoever sits here. True when it is answered, here or by somebody elsewhere
 * meanwhile; false when the person leaves it for later, or the signal ends it.
 */
export async function askPerson(
  { run, store }: OpenedRun,
  question: Question,
  { paint, signal }: { paint: Paint; signal: AbortSignal },
): Promise<boolean> {
  const width = process.stdout.columns ?? 80;
  const most = Math.max(5, (process.stdout.rows ?? 24) - 2 * question.options.length - 8);
  process.stdout.write(`${BELL}\n${questionText(question, { paint, width, most })}`);
  const elsewhere = new AbortController();
  const stop = new AbortController();
  const following = (async () => {
    for await (const event of store.journal.follow(run.id, 0, stop.signal)) {
      if (event.type === "answered" && event.question === question.id) return elsewhere.abort(event.by);
    }
  })().catch(() => {});
  try {
    return (await answered(store, question, AbortSignal.any([signal, elsewhere.signal]))) || elsewhere.signal.aborted;
  } finally {
    stop.abort();
    await following;
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
      const note = option.note === undefined ? "" : await noteFor(option.note, signal);
      if (note === null) return false;
      await give(store, question, option.value, note);
      return true;
    } catch (error) {
      if (!(error instanceof Error) || !["UsageError", "EngineError"].includes(error.name)) throw error;
      if (signal.aborted) return false;
      process.stdout.write(`${visibleText(error.message)}\n`);
    }
  }
}

async function noteFor(wanted: "required" | "welcome", signal: AbortSignal): Promise<string | null> {
  const asked = wanted === "required" ? "your words to the worker: " : "a note (Enter for none): ";
  for (;;) {
    const note = await prompt(asked, signal);
    if (note === null || wanted === "welcome" || note.trim() !== "") return note;
  }
}
