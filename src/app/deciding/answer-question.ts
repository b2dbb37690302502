import { answer } from "../../engine/questions/answer.ts";
import type { Store } from "../../ports/store.ts";
import { type Choice, choiceMeant } from "../../record/choice.ts";
import type { AnswerValue, InboxItem, Option, Question } from "../../record/question.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { meantAnswer } from "../../telling/meant-answer.ts";
import { giveUp } from "../hosting/give-up.ts";
import type { OpenedRun } from "../hosting/go-on.ts";
import { findQuestion } from "../looking/inbox.ts";
import type { Scene } from "../opening/scene.ts";
import { spoken } from "../runs/host-process.ts";
import { liveHolder } from "../runs/lease.ts";
import { openMemory } from "../runs/remembered-runs.ts";

/**
 * An answer that was taken, what it means, and whoever goes on with the run; nobody when `goneOnBy` is null. `choice` is
 * what was chosen of a worker's own proposals; null for words.
 */
export type AnsweredQuestion = OpenedRun & { option: Option; choice: Choice | null; goneOnBy: string | null };

/** Answers a question by its name. Throws `Refused` and `EngineError`. */
export async function answerQuestion(
  scene: Scene,
  name: string,
  { value, note }: { value: string; note: string },
): Promise<AnsweredQuestion> {
  const store = await openMemory(scene);
  if (store === null) throw new Refused("no-question", "nothing waits for you; nothing has run yet");
  const item = await findQuestion(scene, store, { name, order: "answer" });
  if (item.answered) throw new Refused("answered", alreadyAnswered(item, item.answered));
  const run = await store.runs.get(item.run);
  if (!run) throw new Refused("no-run", `the run ${item.run} is not there any more`);
  const { option, note: words } = answerMeant(item, value, note);
  await give(scene, store, item, { value: option.value, note: words });
  const choice = option.value === "continue" ? choiceMeant(words, item.choices) : null;
  if (option.value === "abort" && item.step === null) await giveUp(scene, { run, store });
  const holder = await liveHolder(store, run.id);
  return { run, store, option, choice, goneOnBy: holder && spoken(holder) };
}

/** Answers in the name of whoever gives the command. */
export const give = (
  { person }: Pick<Scene, "person">,
  store: Store,
  { id, run }: Question,
  { value, note }: { value: AnswerValue; note: string },
): Promise<Question> => answer(store.journal, run, id, { value, note, by: person });

/** What was meant on a command line, where nobody can be asked again. */
function answerMeant(question: Question, text: string, note: string): { option: Option; note: string } {
  if (text.trim() === "") throw new Refused("incomplete", "an answer is a word");
  const meant = meantAnswer(question, text);
  if (meant.is === "unclear") throw new Refused("failed", meant.told);
  if (meant.is === "doubtful") {
    const words = { question: question.id, value: "continue", note: "" };
    throw new Refused("unclear", `did you mean ${meant.answer.value}?`, {
      remedies: [remedy("answer", words, "says it to the worker")],
    });
  }
  if (meant.note === null) return { option: meant.option, note };
  if (note !== "")
    throw new Refused(
      "unclear",
      `\`${text}\` is the answer to the worker already; leave the note out, or say \`continue\``,
    );
  return { option: meant.option, note: meant.note };
}

const alreadyAnswered = ({ id }: InboxItem, { value, note, by, at }: NonNullable<InboxItem["answered"]>): string =>
  `${id} is answered: ${by} chose ${value} on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC${note === "" ? "" : ` and wrote: ${note}`}`;
