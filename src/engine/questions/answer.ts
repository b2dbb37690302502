import { parseGrant } from "../../plan/grant.ts";
import type { Journal } from "../../ports/store.ts";
import { choiceMeant } from "../../record/choice.ts";
import type { AnswerValue, Question } from "../../record/question.ts";
import type { RunId } from "../../record/run.ts";
import { EngineError } from "../state/engine-error.ts";
import { appendAsPerson } from "../state/journal-state.ts";

export type Answering = { value: AnswerValue; note: string; by: string };

/**
 * Answers a question, once: whoever comes second is told that it is answered. What follows from it happens when the run
 * goes on.
 */
export function answer(
  journal: Journal,
  run: RunId,
  question: string,
  { value, note, by }: Answering,
): Promise<Question> {
  return appendAsPerson(journal, run, ({ open, status }) => {
    const asked = open.get(question);
    if (!asked) throw new EngineError("not-possible", `${question} no longer waits for an answer`);
    if (status !== "in-progress")
      throw new EngineError("not-possible", `the plan is ${status}; there is nothing to decide`);
    const option = asked.options.find((each) => each.value === value);
    if (!option) {
      const all = asked.options.map((each) => each.value).join(", ");
      throw new EngineError("not-possible", `\`${value}\` is not an answer to this question; there are ${all}`);
    }
    if (option.note === "required" && note.trim() === "") {
      throw new EngineError("not-possible", `\`${value}\` needs your words: ${option.description}`);
    }
    const raised = value === "raise" && note.trim() !== "" ? parseGrant(note) : null;
    if (raised?.ok === false) {
      const how = "write it as a budget: `50k tokens, $2, 10 minutes`, or `none` for no limit";
      throw new EngineError("not-possible", `${raised.message}; ${how}`);
    }
    // Whoever reads the journal later does not know the numbers.
    const said = (value === "continue" && choiceMeant(note, asked.choices)?.value) || note;
    return { facts: [{ type: "answered", step: asked.step, question, value, note: said, by }], value: asked };
  });
}
