import { lastAtOrBefore } from "../../std/last-at-or-before.ts";

/** A text as the Markdown parser wants it, and the way back to the offsets of the original. */
export type PlainLines = { text: string; sourceOffset(offset: number): number };

/**
 * LF endings and no blanks at the end of a line: the parser knows no other line break, and a trailing blank
 * would hide a table from it. `base` is where the text starts in its file.
 */
export function plainLines(original: string, base: number): PlainLines {
  const text = withoutAbsurdNesting(original);
  if (!/\r|[ \t](?:\n|$)/.test(text)) return { text, sourceOffset: (offset) => offset + base };
  const pieces: string[] = [];
  const starts: number[] = [0];
  const shifts: number[] = [base];
  let length = 0;
  let copied = 0;
  for (const { index, 0: ending } of text.matchAll(/\r\n|\r|\n/g)) {
    const line = trimEnd(text, copied, index);
    pieces.push(line, "\n");
    length += line.length + 1;
    copied = index + ending.length;
    starts.push(length);
    shifts.push(base + copied - length);
  }
  pieces.push(trimEnd(text, copied, text.length));
  return {
    text: pieces.join(""),
    sourceOffset: (offset) => offset + (shifts[lastAtOrBefore(starts, offset, (start) => start)] ?? 0),
  };
}

/** By hand: `/[ \t]+$/` is quadratic in a long run of blanks. */
function trimEnd(text: string, from: number, to: number): string {
  let end = to;
  while (end > from && (text[end - 1] === " " || text[end - 1] === "\t")) end--;
  return text.slice(from, end);
}

/** `- - - - …`: the parser's cost grows with the square of this depth, and no author nests thirty lists on one line. */
const ABSURD = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){30}.*$/gm;

/** Such a line is read as plain words; the length stays, so offsets do too. */
const withoutAbsurdNesting = (text: string): string => text.replace(ABSURD, (line) => "x".repeat(line.length));
