import type { Question } from "../../app/go-on.ts";
import { visibleText } from "../../std/visible-text.ts";
import { choiceLines } from "./choice-text.ts";
import { cut, wrapped } from "./fit.ts";
import type { Paint, Tone } from "./paint.ts";
import { plainLines } from "./plain-lines.ts";

export const SEVERITY_TONES: Record<Question["severity"], Tone> = { critical: "red", major: "yellow", minor: "bold" };

/**
 * All that a person needs to decide. Of the context at most `most` lines, each cut to the width; the rest is where the
 * hint says. With `most` infinite nothing is cut.
 */
export function questionText(
  question: Question,
  { paint, width, most }: { paint: Paint; width: number; most: number },
): string {
  const { id, severity, headline, options, suggestion, choices = [] } = question;
  const { lines, hidden } = folded(paragraphsOf(question, Number.isFinite(most) ? width - 2 : most), most);
  return [
    ...wrapped(`${severity === "critical" ? "critical: " : ""}${visibleText(headline)}`, width).map((line) =>
      paint(SEVERITY_TONES[severity], line),
    ),
    "",
    ...lines.map((line) => (line === "" ? "" : `  ${line}`)),
    ...(hidden > 0 ? [paint("dim", `  (${hidden} more lines: planwright inbox ${visibleText(id)})`)] : []),
    ...(lines.length > 0 ? [""] : []),
    ...options.flatMap(({ label, value, description }, index) => {
      const mark = value === suggestion ? " (suggested)" : "";
      return [
        `  ${index + 1}  ${paint("bold", visibleText(value).padEnd(9))} ${visibleText(label)}${mark}`,
        ...wrapped(visibleText(description), Math.max(20, width - INDENT)).map((line) =>
          paint("dim", `${" ".repeat(INDENT)}${line}`),
        ),
        // What a worker proposes stands below the answer that it is for, since it has numbers of its own.
        ...(value === "continue" ? choices : []).flatMap((choice, at) =>
          choiceLines(choice, at + 1, { paint, width, indent: INDENT }),
        ),
      ];
    }),
    "",
  ]
    .map((line) => `${line}\n`)
    .join("");
}

const INDENT = 15;

/** What was printed keeps its lines; a diff or an output is never folded into prose. */
const paragraphsOf = ({ context }: Question, width: number): string[][] =>
  context.map((paragraph) => plainLines(paragraph.trimEnd()).map((line) => cut(line, Math.max(20, width))));

/** The paragraphs with a blank line between them, the long ones cut so that something of each is seen. */
function folded(paragraphs: readonly string[][], most: number): { lines: string[]; hidden: number } {
  const countWith = (share: number): number =>
    paragraphs.reduce((sum, { length }) => sum + 1 + Math.min(length, share), 0);
  let share = Math.max(0, ...paragraphs.map(({ length }) => length));
  while (share > 1 && countWith(share) > most) share--;
  // Of more paragraphs than lines the first ones are seen.
  const shown = countWith(share) > most ? paragraphs.slice(0, Math.max(1, Math.floor(most / 2))) : paragraphs;
  const cutDown = shown.map((paragraph) => paragraph.slice(0, share));
  const count = (all: readonly string[][]): number => all.reduce((sum, { length }) => sum + length, 0);
  return {
    lines: cutDown.flatMap((paragraph, index) => [...(index === 0 ? [] : [""]), ...paragraph]),
    hidden: count(paragraphs) - count(cutDown),
  };
}

/** How a question is answered from anywhere. */
export function answerHint({ id, options, choices = [] }: Pick<Question, "id" | "options" | "choices">): string {
  const values = options.map(({ value }) => value).join("|");
  const words = [...choices.map((_, index) => index + 1), "TEXT"].join("|");
  const note = options.some((option) => option.note !== undefined) ? ` --note ${words}` : "";
  return visibleText(`planwright answer ${id} ${values}${note} --continue`);
}
