import { printedText } from "./readable-text.ts";

/** What was printed: all of it in `head`, or its beginning and its end with a hole in between. */
export type Printed = {
  head: Uint8Array;
  tail: Uint8Array;
  bytes: number;
  lines: number;
};

/** As much as fits at either side of the hole, and more than is ever shown of it. */
export const SIDE = 64 * 1024;

/**
 * What a model gets to read of it: by lines, the beginning and the end, at most `MOST` characters. `keep` is asked where
 * the whole can be read, only when something is left out.
 */
export function cutOutput(printed: Printed, keep: () => string): string {
  const isWhole = printed.tail.length === 0;
  const [head, tail] = [linesIn(printed.head), linesIn(printed.tail)];
  const all = [...head, ...tail];
  if (isWhole && lengthOf(all) <= MOST && all.every(({ isCut }) => !isCut)) return textOf(all);

  const where = keep();
  if (isWhole && lengthOf(all) + where.length + 40 <= MOST) return `${textOf(all)}\n… long lines are cut; ${where}`;

  const room = MOST - where.length - 80;
  const first = fitting(head, Math.floor(room / 3));
  const last = fitting((isWhole ? head.slice(first.length) : tail).toReversed(), room - lengthOf(first)).toReversed();
  const lines = Math.max(0, printed.lines - first.length - last.length);
  const bytes = Math.max(0, printed.bytes - bytesOf(first) - bytesOf(last));
  return [textOf(first), `… ${lines} lines (${bytes} bytes) left out; ${where}`, textOf(last)]
    .filter(Boolean)
    .join("\n");
}

/** Characters; about 4,000 tokens. */
export const MOST = 16_000;

type Line = { text: string; bytes: number; isCut: boolean };

function linesIn(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const next = end < 0 ? bytes.length : end + 1;
    const text = printedText(bytes.subarray(from, end < 0 ? next : end));
    lines.push({ text: cutLine(text), bytes: next - from, isCut: text.length > LONGEST_LINE });
    from = next;
  }
  return lines;
}

/** The beginning and the end of a long line. */
export function cutLine(text: string, most = LONGEST_LINE): string {
  if (text.length <= most) return text;
  const side = Math.floor(most / 2) - 20;
  const left = text.length - 2 * side;
  return `${text.slice(0, side)} … ${left} characters left out … ${text.slice(-side)}`.toWellFormed();
}

const LONGEST_LINE = 2000;

function fitting(lines: readonly Line[], room: number): Line[] {
  let used = 0;
  const over = lines.findIndex(({ text }) => {
    used += text.length + 1;
    return used > room;
  });
  return over < 0 ? [...lines] : lines.slice(0, over);
}

const lengthOf = (lines: readonly Line[]): number => lines.reduce((sum, { text }) => sum + text.length + 1, 0);
const bytesOf = (lines: readonly Line[]): number => lines.reduce((sum, { bytes }) => sum + bytes, 0);
const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join("\n");
