import type { AskedOf } from "../../ports/agent.ts";
import { type Choice, choicesText } from "../../record/choice.ts";
import { plainText } from "./plain-text.ts";

/** A question as one text and, where one can choose from what it offers, in its parts. */
export type AskedQuestion = { question: string; asks?: AskedOf };

/**
 * Reads a question that an agent has given in parts: `question`, `context`, `severity`, `options` and `default`. Null
 * when it is not shaped like one. A null counts as left out, as models mean it.
 */
export function askedQuestion(value: object): AskedQuestion | null {
  const given = value as Record<string, unknown>;
  const question = textOf(given.question);
  const context = textOf(given.context ?? "");
  const standard = textOf(given.default ?? "");
  const severity = SEVERITIES.find((each) => each === given.severity) ?? null;
  const choices = standard === null ? null : choicesIn(given.options ?? [], standard);
  if (!question || context === null || standard === null || choices === null) return null;
  if (severity === null && (given.severity ?? null) !== null) return null;

  // A default that is none of the choices is still worth knowing.
  const isListed = standard === "" || choices.some(({ isDefault }) => isDefault);
  const around = joined([context, isListed ? "" : `By default: ${standard}`]);
  const text = joined([question, around, choicesText(choices)]);
  // Whoever chooses by value must mean one of them.
  const isClear = new Set(choices.map((choice) => choice.value)).size === choices.length;
  return isClear ? { question: text, asks: { question, context: around, severity, choices } } : { question: text };
}

export const SEVERITIES = ["critical", "major", "minor"] as const;

export const MOST_CHOICES = 10;

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n\n");

/** The escapes of JSON can hold what plain output could not. */
const textOf = (value: unknown): string | null =>
  typeof value === "string" ? plainText(value.slice(0, LONGEST_TEXT)).trim() : null;

const LONGEST_TEXT = 8 * 1024;

function choicesIn(options: unknown, standard: string): Choice[] | null {
  if (!Array.isArray(options) || options.length > MOST_CHOICES) return null;
  const choices = options.map((option) => choiceIn(option, standard)).filter((choice) => choice !== null);
  return choices.length === options.length ? choices : null;
}

function choiceIn(option: unknown, standard: string): Choice | null {
  if (typeof option !== "object" || option === null) return null;
  const given = option as Record<string, unknown>;
  const label = lineOf(given.label);
  const value = lineOf(given.value);
  const description = lineOf(given.description ?? "");
  return label && value && description !== null ? { label, value, description, isDefault: value === standard } : null;
}

/** A choice is told in one line. One that is too long is none: a value that is cut would be another one. */
function lineOf(value: unknown): string | null {
  const line = textOf(value)?.replaceAll(/\s+/g, " ") ?? null;
  return line !== null && line.length <= LONGEST_LINE ? line : null;
}

const LONGEST_LINE = 500;
