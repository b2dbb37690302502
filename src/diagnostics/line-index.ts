import { lastAtOrBefore } from "../std/last-at-or-before.ts";
import type { Position, SourceFile } from "./span.ts";

/** Knows where the lines of one text begin. Lines end in LF, CRLF or a lone CR; a byte order mark belongs to none. */
export type LineIndex = {
  readonly lineCount: number;
  /** An offset outside the text counts as its nearest end; the byte order mark counts as line 1, column 1. */
  positionAt(offset: number): Position;
  /** `[start, end)` of a line counted from 1, without its ending. */
  rangeOf(line: number): LineRange;
  textOf(line: number): string;
};

type LineRange = { start: number; end: number };

/** Built once per file, so that thousands of diagnostics in a large file stay quick. */
export function lineIndexOf(source: SourceFile): LineIndex {
  const known = built.get(source);
  if (known) return known;
  const index = buildLineIndex(source.text);
  built.set(source, index);
  return index;
}

const built = new WeakMap<SourceFile, LineIndex>();

function buildLineIndex(text: string): LineIndex {
  const starts = lineStarts(text);
  const startOf = (line: number): number => starts[line - 1] ?? text.length;

  function rangeOf(line: number): LineRange {
    const start = startOf(line);
    return { start, end: line < starts.length ? beforeEnding(text, startOf(line + 1)) : text.length };
  }

  return {
    lineCount: starts.length,
    positionAt(offset) {
      const inside = Math.min(Math.max(offset, 0), text.length);
      const line = lastAtOrBefore(starts, inside, (start) => start) + 1;
      return { line, column: Math.max(inside - startOf(line), 0) + 1 };
    },
    rangeOf,
    textOf(line) {
      const { start, end } = rangeOf(line);
      return text.slice(start, end);
    },
  };
}

function lineStarts(text: string): number[] {
  const starts = [text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== LF && code !== CR) continue;
    if (code === CR && text.charCodeAt(at + 1) === LF) at++;
    starts.push(at + 1);
  }
  return starts;
}

const LF = 10;
const CR = 13;
const BYTE_ORDER_MARK = 0xfeff;

function beforeEnding(text: string, nextStart: number): number {
  const isCrLf = text.charCodeAt(nextStart - 1) === LF && text.charCodeAt(nextStart - 2) === CR;
  return nextStart - (isCrLf ? 2 : 1);
}
