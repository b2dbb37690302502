import type { InboxItem, ListedQuestion } from "../../app/looking/inbox.ts";
import { ago, dayAndClock } from "../../std/time-words.ts";
import { visibleText } from "../../std/visible-text.ts";
import { listedAnswers } from "../../telling/meant-answer.ts";
import { wrapped } from "./fit.ts";
import type { Paint } from "./paint.ts";
import { answerHint, questionText, SEVERITY_TONES } from "./question-text.ts";

/** A question in a list, and how it is answered; `isFar` says that it may be another repository's. */
export function listedQuestion(question: ListedQuestion, isFar: boolean, { paint, width }: Shown): string {
  const { id, severity, headline, askedAt, top } = question;
  const [first = "", ...rest] = wrapped(visibleText(headline), width - INDENT);
  const choices = listedAnswers(question).flatMap(({ number, value, choice }) =>
    choice === null ? [] : `${number}  ${value}: ${choice.label}${choice.isDefault ? " (the worker's default)" : ""}`,
  );
  return [
    `${paint(SEVERITY_TONES[severity], severity.padEnd(8))} ${first}`,
    ...rest.map((line) => `         ${line}`),
    `         ${paint("dim", visibleText(`${id}, ${ago(askedAt, Date.now())}`))}`,
    ...choices.map((choice) => `         ${visibleText(choice)}`),
    ...(isFar ? [`         ${paint("dim", visibleText(top))}`] : []),
    `         ${answerHint(question)}`,
    "",
  ].join("\n");
}

type Shown = { paint: Paint; width: number };
const INDENT = 9;

/** All there is to know about a question: how it can be answered, or how it was. */
export function wholeQuestion(question: InboxItem, { paint, width }: Shown): string {
  const { answered } = question;
  const text = questionText(question, { paint, width, height: Number.POSITIVE_INFINITY });
  return `${text}${answered ? answeredText(answered) : answerHint(question)}\n`;
}

const answeredText = ({ by, value, note, at }: NonNullable<InboxItem["answered"]>): string =>
  visibleText(`${by} chose ${value}, ${dayAndClock(at)}${note === "" ? "" : `: ${note}`}`);
