import type { Question } from "../../app/hosting/go-on.ts";
import { displayWidth } from "../../std/display-width.ts";
import { visibleText } from "../../std/visible-text.ts";
import { atOnce, type ListedAnswer, listedAnswers } from "../../telling/meant-answer.ts";
import { wrapped } from "./fit.ts";
import type { Paint } from "./paint.ts";

/** What a person may answer, one below the other: its number, the word to type, what it means. */
export function answerLines(question: Question, { paint, width }: { paint: Paint; width: number }): string[] {
  const all = listedAnswers(question);
  const suggestion = atOnce(question);
  const column = Math.min(MOST_WORD, Math.max(...all.map(({ value }) => displayWidth(visibleText(value)))));
  const digits = String(all.length).length;
  const hanging = digits + column + 6;
  const room = Math.max(20, width - hanging);
  return all.flatMap((answer) => {
    const word = visibleText(answer.value);
    const mark = isSame(answer, suggestion) || (suggestion === null && answer.value === question.suggestion);
    const label = visibleText(labelOf(answer));
    const head = `${label}${mark && !answer.choice ? " (suggested)" : ""}`;
    const told = visibleText(answer.choice?.description ?? answer.option.description);
    const [first = "", ...rest] = wrapped(told === "" ? head : `${head}: ${told}`, room);
    const begins = `  ${String(answer.number).padStart(digits)}  ${paint("bold", word)}`;
    // A worker's own word may be long; what it means begins below it then.
    const isLong = displayWidth(word) > column;
    const gap = " ".repeat(Math.max(0, column - displayWidth(word)) + 2);
    return [
      ...(isLong ? [begins, `${" ".repeat(hanging)}${first}`] : [`${begins}${gap}${first}`]),
      ...rest.map((line) => paint("dim", `${" ".repeat(hanging)}${line}`)),
    ];
  });
}

const MOST_WORD = 16;

const isSame = (one: ListedAnswer, other: ListedAnswer | null): boolean => one.number === other?.number;

const labelOf = ({ option, choice }: ListedAnswer): string =>
  choice === null ? option.label : `${choice.label}${choice.isDefault ? " (the worker's default)" : ""}`;
