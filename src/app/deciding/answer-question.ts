import { answer } from "../../engine/questions/answer.ts";
import type { Store } from "../../ports/store.ts";
import { type Choice, choiceMeant } from "../../record/choice.ts";
import type { AnswerValue, InboxItem, Option, Question } from "../../record/question.ts";
import { meantAnswer } from "../../telling/meant-answer.ts";
import { giveUp } from "../hosting/give-up.ts";
import type { OpenedRun } from "../hosting/go-on.ts";
import { findQuestion } from "../looking/inbox.ts";
import { openHome } from "../opening/home.ts";
import { openStoreFor } from "../opening/open-store.ts";
import { personName } from "../opening/person.ts";
import { UsageError } from "../opening/usage-error.ts";
import { spoken } from "../runs/host-process.ts";
import { liveHolder } from "../runs/lease.ts";
import { isAnythingRemembered } from "../runs/remembered-runs.ts";

/**
 * An answer that was taken, what it means, and whoever goes on with the run; nobody when `goneOnBy` is null. `choice` is
 * what was chosen of a worker's own proposals; null for words.
 */
export type AnsweredQuestion = OpenedRun & { option: Option; choice: Choice | null; goneOnBy: string | null };

/** Answers a question by its name. The caller closes the store. Throws `UsageError` and `EngineError`. */
export async function answerQuestion(
  name: string,
  { value, note }: { value: string; note: string },
): Promise<AnsweredQuestion> {
  if (!isAnythingRemembered()) throw new UsageError("nothing waits for you; nothing has run yet");
  const store = await openStoreFor(openHome(null));
  try {
    const item = await findQuestion(store, name, "answer");
    if (item.answered) throw new UsageError(alreadyAnswered(item, item.answered));
    const run = await store.runs.get(item.run);
    if (!run) throw new UsageError(`the run ${item.run} is not there any more`);
    const { option, note: words } = answerMeant(item, value, note);
    await give(store, item, option.value, words);
    const choice = option.value === "continue" ? choiceMeant(words, item.choices) : null;
    if (option.value === "abort" && item.step === null) await giveUp({ run, store });
    const holder = await liveHolder(store, run.id);
    return { run, store, option, choice, goneOnBy: holder && spoken(holder) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Answers in the name of whoever gives the command. */
export const give = (store: Store, { id, run }: Question, value: AnswerValue, note: string): Promise<Question> =>
  answer(store.journal, run, id, { value, note, by: personName() });

/** What was meant on a command line, where nobody can be asked again. */
function answerMeant(question: Question, text: string, note: string): { option: Option; note: string } {
  if (text.trim() === "") throw new UsageError("an answer is a word");
  const meant = meantAnswer(question, text);
  if (meant.is === "unclear") throw new UsageError(meant.told);
  if (meant.is === "doubtful") {
    const words = `\`planwright answer ${question.id} continue --note TEXT\` says it to the worker`;
    throw new UsageError(`did you mean ${meant.answer.value}? ${words}`);
  }
  if (meant.note === null) return { option: meant.option, note };
  if (note !== "")
    throw new UsageError(`\`${text}\` is the answer to the worker already; leave --note out, or say \`continue\``);
  return { option: meant.option, note: meant.note };
}

const alreadyAnswered = ({ id }: InboxItem, { value, note, by, at }: NonNullable<InboxItem["answered"]>): string =>
  `${id} is answered: ${by} chose ${value} on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC${note === "" ? "" : ` and wrote: ${note}`}`;
