import type { SourceFile, Span } from "../../diagnostics/span.ts";
import { lastAtOrBefore } from "../../std/last-at-or-before.ts";

/** One line of a value and the place in the file where it is written. */
type Line = { at: number; from: number; length: number };

/** A text value lifted out of a file: LF endings, indentation taken off, and the way back to every character. */
export type SourceText = { value: string; span: Span; lines: readonly Line[] };

/** `[from, to)` of the file without surrounding blank lines; each line loses up to `indent` leading spaces. */
export function sourceText(source: SourceFile, from: number, to: number, indent = 0): SourceText {
  const pieces = withoutBlankEnds(source.text, splitLines(source.text, from, to));
  const lines: Line[] = [];
  const values: string[] = [];
  let at = 0;
  for (const piece of pieces) {
    const start = piece.from + leadingSpaces(source.text, piece.from, piece.to, indent);
    lines.push({ at, from: start, length: piece.to - start });
    values.push(source.text.slice(start, piece.to));
    at += piece.to - start + 1;
  }
  const first = lines[0];
  const last = lines.at(-1);
  const span = { file: source.path, start: first?.from ?? from, end: last ? last.from + last.length : from };
  return { value: values.join("\n"), span, lines };
}

/** A value on one line, without the white space around it. */
export function lineText(source: SourceFile, from: number, to: number): SourceText {
  let start = from;
  let end = to;
  while (start < end && isSpace(source.text, start)) start++;
  while (end > start && isSpace(source.text, end - 1)) end--;
  return sourceText(source, start, end);
}

/** Characters `[start, end)` of a value as a value of their own. */
export function sliceText(text: SourceText, start: number, end: number): SourceText {
  const lines: Line[] = [];
  for (
    let at = Math.max(
      lastAtOrBefore(text.lines, start, (each) => each.at),
      0,
    );
    at < text.lines.length;
    at++
  ) {
    const line = text.lines[at];
    if (!line || line.at > end) break;
    const first = Math.max(line.at, start);
    const last = Math.min(line.at + line.length, end);
    if (last >= first) lines.push({ at: first - start, from: line.from + first - line.at, length: last - first });
  }
  return { value: text.value.slice(start, end), span: spanWithin(text, start, end), lines };
}

/** Values of one file as one, with `glue` (which is written nowhere) between them. */
export function joinTexts(first: SourceText, others: readonly SourceText[], glue: string): SourceText {
  const lines: Line[] = [...first.lines];
  let shift = first.value.length + glue.length;
  for (const text of others) {
    for (const line of text.lines) lines.push({ ...line, at: line.at + shift });
    shift += text.value.length + glue.length;
  }
  return {
    value: [first, ...others].map((text) => text.value).join(glue),
    span: { ...first.span, end: (others.at(-1) ?? first).span.end },
    lines,
  };
}

/** Where characters `[start, end)` of the value stand in the file. */
export function spanWithin(text: SourceText, start: number, end: number): Span {
  if (text.lines.length === 0) return text.span;
  return {
    file: text.span.file,
    start: offsetOf(text, start),
    end: Math.max(offsetOf(text, end), offsetOf(text, start)),
  };
}

function offsetOf(text: SourceText, at: number): number {
  const line = text.lines[lastAtOrBefore(text.lines, at, (each) => each.at)];
  return line ? line.from + Math.min(Math.max(at - line.at, 0), line.length) : text.span.start;
}

type Range = { from: number; to: number };

/** Lines end in LF, CRLF or a lone CR. */
export function splitLines(text: string, from: number, to: number): Range[] {
  const lines: Range[] = [];
  let start = from;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code !== 10 && code !== 13) continue;
    lines.push({ from: start, to: at });
    if (code === 13 && at + 1 < to && text.charCodeAt(at + 1) === 10) at++;
    start = at + 1;
  }
  lines.push({ from: start, to });
  return lines;
}

function withoutBlankEnds(text: string, lines: Range[]): Range[] {
  let first = 0;
  let last = lines.length;
  const isBlank = (line: Range | undefined): boolean => !line || text.slice(line.from, line.to).trim() === "";
  while (first < last && isBlank(lines[first])) first++;
  while (last > first && isBlank(lines[last - 1])) last--;
  return lines.slice(first, last);
}

function leadingSpaces(text: string, from: number, to: number, most: number): number {
  let count = 0;
  while (count < most && from + count < to && text[from + count] === " ") count++;
  return count;
}

const isSpace = (text: string, at: number): boolean => /\s/.test(text[at] ?? "");
