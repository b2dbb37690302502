import type { Question } from "../../app/hosting/go-on.ts";
import { visibleText } from "../../std/visible-text.ts";
import { answerLines } from "./answer-lines.ts";
import { contextLines } from "./context-lines.ts";
import { wrapped } from "./fit.ts";
import type { Paint, Tone } from "./paint.ts";

export const SEVERITY_TONES: Record<Question["severity"], Tone> = { critical: "red", major: "yellow", minor: "bold" };

/**
 * All that a person needs to decide, on at most `height` lines where that can be done; the rest is where the last line of
 * the context says. With `height` infinite nothing is left out.
 */
export function questionText(
  question: Question,
  { paint, width, height }: { paint: Paint; width: number; height: number },
): string {
  const { severity, headline, context } = question;
  const head = wrapped(`${severity === "critical" ? "critical: " : ""}${visibleText(headline)}`, width);
  const answers = answerLines(question, { paint, width });
  // Two blank lines and the one that says where the rest is.
  const room = Math.max(LEAST_CONTEXT, height - head.length - answers.length - 3);
  const { lines, isCut } = contextLines(context, { paint, width: width - 2, room });
  return [
    ...head.map((line) => paint(SEVERITY_TONES[severity], line)),
    "",
    ...lines.map((line) => (line === "" ? "" : `  ${line}`)),
    ...(isCut ? wrapped(restOf(question), width - 2).map((line) => paint("dim", `  ${line}`)) : []),
    ...(lines.length > 0 ? [""] : []),
    ...answers,
    "",
  ]
    .map((line) => `${line}\n`)
    .join("");
}

const LEAST_CONTEXT = 5;

/** About a step there are keys, wherever a question is cut. */
const restOf = ({ id, step }: Question): string =>
  step === null
    ? visibleText(`(planwright inbox ${id} shows all of it)`)
    : "(d shows the whole diff, l all that was printed)";

/** How a question is answered from anywhere. */
export function answerHint(question: Pick<Question, "id" | "options" | "choices">): string {
  const { id, options, choices = [] } = question;
  const values = options.map(({ value }) => value).join("|");
  const words = [...choices.map((_, index) => index + 1), "TEXT"].join("|");
  const note = options.some((option) => option.note !== undefined) ? ` --note ${words}` : "";
  return visibleText(`planwright answer ${id} ${values}${note} --continue`);
}
