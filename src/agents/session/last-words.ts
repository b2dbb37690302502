import { jsonQuestion } from "./json-question.ts";
import { plainText } from "./plain-text.ts";
import type { Ending } from "./session.ts";

/**
 * What an agent that ended well has said at last: the final paragraph of its output. A line that begins with `QUESTION:`
 * or `CANNOT:` makes what follows a question, or the reason why it gave up, provided that it is the last thing said:
 * whatever an agent has printed in between counts for nothing. A question may also be a JSON object.
 */
export function lastWords(output: string): Ending {
  const text = plainText(output);
  const inParts = jsonQuestion(text);
  if (inParts !== null) {
    const question = cut(inParts.question);
    return { reason: "asked", text: question, ...inParts, question };
  }
  const paragraphs = paragraphsOf(text);
  const marked = markedPart(paragraphs);
  if (marked?.marker === "QUESTION" && marked.text !== "") {
    const question = cut(marked.text);
    return { reason: "asked", text: question, question };
  }
  if (marked?.marker === "CANNOT") {
    return { reason: "gave-up", text: cut(marked.text) || "it does not say why", question: null };
  }
  return { reason: "finished", text: cut(paragraphs.at(-1)?.join("\n").trim() ?? ""), question: null };
}

/** The last line that says something, shortened: what programs print there is mostly why they failed. */
export const lastLine = (output: string): string =>
  plainText(output).trimEnd().split("\n").at(-1)?.trim().slice(0, LONGEST_LINE) ?? "";

const LONGEST_LINE = 300;

/** A planner's answer may be this long, in bytes. */
export const MOST_ANSWER = 256 * 1024;

/** Enough of the output to find the last words in, and to see that an answer is too long. */
export const LAST_BYTES = MOST_ANSWER + 1024;

type Paragraph = readonly string[];

function paragraphsOf(text: string): Paragraph[] {
  const found: string[][] = [[]];
  for (const line of text.split("\n")) {
    if (line.trim() !== "") found.at(-1)?.push(line);
    else if (found.at(-1)?.length) found.push([]);
  }
  return found.filter((lines) => lines.length > 0);
}

/**
 * Agents write Markdown: the marker may stand in a list, in a quotation or in bold. A list needs its blank, since a line
 * that begins with `-QUESTION:` comes from a diff.
 */
const MARKER = /^\s*(?:>\s*|[-*+]\s+|#+\s+)*([*_]{0,3})(QUESTION|CANNOT)([*_]{0,3})\s*:([*_]{0,3})/;

/** From the last marker to the end, or from the first of several in a row; null where something else was said after it. */
function markedPart(paragraphs: readonly Paragraph[]): { marker: string; text: string } | null {
  const at = paragraphs.findLastIndex((lines) => lines.some((line) => MARKER.test(line)));
  const lines = paragraphs[at] ?? [];
  const marker = markerOf(lines.findLast((line) => MARKER.test(line)));
  if (marker === null) return null;
  const below = paragraphs.slice(at + 1);
  if (below.length > 0 && !(markerOf(lines[0]) === marker && areOfTheQuestion(below))) return null;
  const from = lines.findIndex((line) => markerOf(line) === marker);
  const above = paragraphs.slice(0, at).findLastIndex((each) => markerOf(each[0]) !== marker);
  const inARow = from === 0 ? paragraphs.slice(above + 1, at) : [];
  return { marker, text: unmarked([...inARow, lines.slice(from), ...below]) };
}

const markerOf = (line: string | undefined): string | null => MARKER.exec(line ?? "")?.[2] ?? null;

/** Whether paragraphs below a marker still belong to it: what it lists, quotes or shows; or they end with a question. */
function areOfTheQuestion(paragraphs: readonly Paragraph[]): boolean {
  const last = paragraphs.at(-1)?.at(-1)?.trimEnd() ?? "";
  return paragraphs.length <= MOST_BELOW && (paragraphs.every(isShown) || /\?[*_)"]*$/.test(last));
}

/** More than this is a log, and what stands above it was not the last word. */
const MOST_BELOW = 5;

/** A list, a quotation, a table or a block of code; or the line that leads to one. */
function isShown(paragraph: Paragraph): boolean {
  const [first = "", last = ""] = [paragraph[0], paragraph.at(-1)];
  if (/^(?:```|~~~)/.test(first)) return last.startsWith(first.slice(0, 3));
  return paragraph.every((line) => /^(?:\s{2,}|\s*(?:>|[-*+]\s|\w{1,2}[.)]\s|\|))/.test(line)) || /:[*_]*$/.test(last);
}

/** The text without its first marker, and without the bold or the quotation that it stood in. */
function unmarked(paragraphs: readonly Paragraph[]): string {
  const [first = ""] = paragraphs[0] ?? [];
  const [, opened = "", , closed = "", closedLater = ""] = MARKER.exec(first) ?? [];
  const isQuoted = /^\s*>/.test(first);
  const lines = paragraphs.map((each) => each.join("\n")).join("\n\n");
  const plain = (isQuoted ? lines.replaceAll(/^\s*> ?/gm, "") : lines).replace(MARKER, "").trim();
  return opened === "" || `${closed}${closedLater}` !== "" ? plain : withoutFirst(plain, opened);
}

/** What was opened before the marker ends somewhere behind it. */
function withoutFirst(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : `${text.slice(0, at)}${text.slice(at + mark.length)}`.trim();
}

const MOST_BYTES = 8 * 1024;

/** A character that would be cut in two is left out. */
const cut = (text: string): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, MOST_BYTES), { stream: true });
