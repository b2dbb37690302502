import { askedQuestion } from "../agents/session/asked-question.ts";
import type { Ending } from "../agents/session/session.ts";
import type { ToolCall } from "../ports/model.ts";
import { readInput } from "./tools/check-input.ts";
import { abort, askPerson } from "./tools/speaking.ts";

/** How the turn ends when a model asks a person or gives up; null for a call that does neither, or not properly. */
export function endingBy({ name, input: json }: ToolCall): Ending | null {
  const tool = [abort, askPerson].find((each) => each.name === name);
  const reading = tool && readInput(tool, json);
  if (!reading?.ok) return null;
  const { input } = reading;
  if (tool === abort) return { reason: "gave-up", text: cut(String(input.reason)), question: null };
  const asked = askedQuestion(input) ?? { question: asWritten(input) };
  const question = cut(asked.question);
  return { reason: "asked", text: question, ...asked, question };
}

/** One whose options are too long to choose from, or have no names; or that asks nothing. */
const asWritten = ({ question, ...rest }: Readonly<Record<string, unknown>>): string =>
  [String(question).trim(), Object.keys(rest).length === 0 ? "" : JSON.stringify(rest, null, 2)]
    .filter((part) => part !== "")
    .join("\n\n");

const cut = (text: string): string => text.slice(0, MOST).trim() || "it does not say what";

const MOST = 8 * 1024;
