import type { SourceFile, Span } from "../../diagnostics/span.ts";
import type { SourceText } from "./source-text.ts";

type Run = SourceText["lines"][number];

/**
 * A scalar of YAML with a place for every character, in whatever style it is written: a repair that deletes two words
 * of a command must not delete the whole. The places are found when somebody asks, which is seldom.
 */
export function exactText({ text }: SourceFile, value: string, span: Span): SourceText {
  let runs: readonly Run[] | null = null;
  return {
    value,
    span,
    get lines() {
      runs ??= runsOf(text.slice(span.start, span.end), span.start, value) ?? [];
      return runs;
    },
  };
}

/** Value and writing side by side, from left to right; null where they do not go together. */
function runsOf(written: string, base: number, value: string): Run[] | null {
  const quote = /^["']/.exec(written)?.[0];
  const runs: Run[] = [];
  let at = 0;
  let from = quote ? 1 : startOfWords(written);
  while (at < value.length) {
    const piece = pieceAt(written, from, value, at, quote);
    if (piece === null) return null;
    if (piece.width > 0) runs.push({ at, from: base + from, length: piece.isSame ? piece.width : 0 });
    at += piece.width;
    from += piece.size;
  }
  return [...runs, { at: value.length, from: base + from, length: 0 }];
}

/** Below the line with the `>`, where there is one. */
const startOfWords = (written: string): number => (written.startsWith(">") ? written.search(/[\r\n]|$/) : 0);

/** The next `size` characters of the writing make `width` characters of the value; `isSame` says that they are those. */
type Piece = { width: number; size: number; isSame?: boolean };

function pieceAt(written: string, from: number, value: string, at: number, quote: string | undefined): Piece | null {
  if (quote === '"' && written[from] === "\\") return escapeAt(written, from);
  if (quote === "'" && written.startsWith("''", from)) return { width: 1, size: 2 };
  const blank = blanksAt(written, from);
  if (blank > 0) {
    const width = quote === '"' ? folded(written.slice(from, from + blank)) : blanksAt(value, at);
    return { width, size: blank, isSame: written.slice(from, from + blank) === value.slice(at, at + width) };
  }
  let width = 0;
  while (written[from + width] === value[at + width] && isWord(written[from + width], quote)) width++;
  return width === 0 ? null : { width, size: width, isSame: true };
}

const isWord = (character: string | undefined, quote: string | undefined): boolean =>
  character !== undefined &&
  !/\s/.test(character) &&
  !(quote === '"' && character === "\\") &&
  !(quote === "'" && character === "'");

function blanksAt(text: string, from: number): number {
  let count = 0;
  while (/\s/.test(text[from + count] ?? "")) count++;
  return count;
}

/** One line break reads as a blank, and of several the first as nothing. */
function folded(blanks: string): number {
  const breaks = blanks.match(/\r\n|\r|\n/g)?.length ?? 0;
  return breaks === 0 ? blanks.length : Math.max(1, breaks - 1);
}

const ESCAPES: Record<string, number> = { x: 4, u: 6, U: 10 };
/** Values have LF endings, so both escapes are one character. */
const CRLF = /^\\(?:r|x0[dD]|u000[dD])\\(?:n|x0[aA]|u000[aA])/;

/** A backslash at the end of a line only hides that it ends, and how the next one is indented. */
function escapeAt(written: string, from: number): Piece {
  const ending = CRLF.exec(written.slice(from, from + 12))?.[0].length;
  if (ending !== undefined) return { width: 1, size: ending };
  const letter = written[from + 1] ?? "";
  if (/[\r\n]/.test(letter)) return { width: 0, size: 1 + blanksAt(written, from + 1) };
  const size = ESCAPES[letter] ?? 2;
  const isWide = letter === "U" && Number.parseInt(written.slice(from + 2, from + size), 16) > 0xffff;
  return { width: isWide ? 2 : 1, size };
}
