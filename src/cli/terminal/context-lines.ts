import { plainLines } from "../../std/plain-lines.ts";
import { cut, wrapped } from "./fit.ts";
import type { Paint, Tone } from "./paint.ts";

/**
 * What a person needs to know to decide, a blank line between its parts, on at most `room` lines. Words are wrapped; what
 * was printed keeps its lines. What does not fit is cut last in a diff, and never for fewer than three lines.
 */
export function contextLines(
  context: readonly string[],
  { paint, width, room }: { paint: Paint; width: number; room: number },
): { lines: string[]; isCut: boolean } {
  // Where nothing has to be left out, nothing is.
  const widths = { words: width, printed: Number.isFinite(room) ? width : room };
  const parts = context.map((text) => partOf(text, widths)).filter(({ lines }) => lines.length > 0);
  const shares = sharesOf(parts, room);
  const shown = parts.slice(0, shares.length);
  const lines = shown.flatMap((part, index) => [
    ...(index === 0 ? [] : [""]),
    ...shortened(part, shares[index] ?? 0, paint),
  ]);
  const left = parts.slice(shares.length).reduce((sum, part) => sum + part.lines.length, 0);
  const isCut = left > 0 || shown.some((part, index) => heightOf(part, shares[index] ?? 0) < part.lines.length);
  return { lines: left > 0 ? [...lines, "", more(left, paint)] : lines, isCut };
}

/** A diff, what a program has printed, or words. */
type Part = { is: "diff" | "printed" | "words"; lines: string[] };

function partOf(text: string, { words, printed }: { words: number; printed: number }): Part {
  const lines = plainLines(text.trimEnd());
  if (lines.every((line) => line.trim() === "")) return { is: "words", lines: [] };
  if (text.startsWith("diff --git ")) return { is: "diff", lines: lines.map((line) => cut(line, printed)) };
  // What ran and what it came to, and then what it printed.
  if (/^\$ [^\n]*\nexit /.test(text)) return { is: "printed", lines: lines.map((line) => cut(line, printed)) };
  return { is: "words", lines: lines.flatMap((line) => wrapped(line, words)) };
}

/** How many lines of each part are seen; of more parts than there is room for, the first ones. */
function sharesOf(parts: readonly Part[], room: number): number[] {
  const shares = parts.map(({ lines }) => lines.length);
  const total = (): number => shares.reduce((sum, share, index) => sum + heightOf(parts[index] as Part, share) + 1, -1);
  const longest = (isDiff: boolean, least: number): number =>
    parts.reduce(
      (best, part, index) =>
        (part.is === "diff") === isDiff && (shares[index] ?? 0) > Math.max(least, best < 0 ? 0 : (shares[best] ?? 0))
          ? index
          : best,
      -1,
    );
  while (total() > room) {
    // The work is looked at first: everything else makes room for it.
    const next = [longest(false, 4), longest(true, 4), longest(false, 1), longest(true, 1)].find((index) => index >= 0);
    if (next === undefined) {
      if (shares.length <= 1) break;
      shares.pop();
    } else shares[next] = (shares[next] ?? 0) - 1;
  }
  return shares;
}

/** A line that says how much is missing takes room, too. */
const heightOf = ({ lines }: Part, share: number): number =>
  lines.length - share < LEAST_HIDDEN ? lines.length : share + 1;

const LEAST_HIDDEN = 3;

function shortened({ is, lines }: Part, share: number, paint: Paint): string[] {
  const painted = lines.map((line) => (is === "diff" ? colored(line, paint) : line));
  const hidden = lines.length - share;
  if (hidden < LEAST_HIDDEN) return painted;
  // The end of an output says what went wrong.
  const head = is === "printed" ? Math.min(2, share) : share;
  return [
    ...painted.slice(0, head),
    more(hidden, paint),
    ...painted.slice(lines.length - (share - head), lines.length),
  ];
}

const more = (count: number, paint: Paint): string => paint("dim", `… ${count} more ${count === 1 ? "line" : "lines"}`);

function colored(line: string, paint: Paint): string {
  const tone = DIFF_TONES.find(([begins]) => line.startsWith(begins))?.[1];
  return tone === undefined ? line : paint(tone, line);
}

const DIFF_TONES: readonly (readonly [string, Tone])[] = [
  ["diff --git ", "bold"],
  ["+++ ", "bold"],
  ["--- ", "bold"],
  ["index ", "dim"],
  ["@@ ", "cyan"],
  ["+", "green"],
  ["-", "red"],
];
