import { type AskedQuestion, askedQuestion } from "./asked-question.ts";

/**
 * The question that a text ends with, written as a JSON object with `"type": "question"`: bare, or in a fenced block.
 * Null when that is not the last thing it says. One with parts that do not fit is a question all the same, as it is
 * written.
 */
export function jsonQuestion(text: string): AskedQuestion | null {
  const end = text.trimEnd();
  for (const json of end.endsWith("}") ? objectsAtEnd(end) : [fencedAtEnd(end)]) {
    const value = parsed(json);
    if (value !== null) return isQuestion(value) ? (askedQuestion(value) ?? { question: json }) : null;
  }
  return null;
}

/** Whatever may be an object from the beginning of its line to the end of the text, the shortest first. */
function* objectsAtEnd(text: string): Generator<string> {
  const last = text.slice(-MOST_JSON);
  const begins = [...last.matchAll(/^[ \t]*\{/gm)].map(({ index }) => index);
  for (const begin of begins.slice(-MOST_BEGINNINGS).reverse()) yield last.slice(begin);
}

/** Longer ones are no question that anybody would read. */
const MOST_JSON = 16 * 1024;

/** The object itself, and one for each of its options. */
const MOST_BEGINNINGS = 32;

/** What stands in the block that the text ends with; nothing where it ends with none. */
function fencedAtEnd(text: string): string {
  const lines = text.slice(-MOST_JSON).split("\n");
  const fence = FENCE.exec(lines.pop() ?? "")?.[1];
  // No line of JSON begins with a fence, so the next one above opens the block.
  const opens = fence === undefined ? -1 : lines.findLastIndex((line) => line.trimStart().startsWith(fence));
  return opens < 0 ? "" : lines.slice(opens + 1).join("\n");
}

const FENCE = /^[ \t]*(`{3,}|~{3,})$/;

function parsed(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

const isQuestion = (value: object): boolean =>
  "type" in value && value.type === "question" && "question" in value && isSaid(value.question);

const isSaid = (text: unknown): boolean => typeof text === "string" && text.trim() !== "";
