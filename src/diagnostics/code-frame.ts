import { type LineIndex, lineIndexOf } from "./line-index.ts";
import type { Place } from "./place.ts";
import { showLine } from "./shown-line.ts";
import type { SourceFile } from "./span.ts";

/** One row of a frame: a line of the file, the carets under it, or a word on what is left out. */
export type FrameRow =
  | { type: "line"; number: number; text: string }
  | { type: "carets"; text: string }
  | { type: "omission"; text: string };

/** A long span is recognised by its first lines. */
const MOST_LINES = 3;

/** The lines of a place with carets exactly under its words; no row is wider than `width`. */
export function codeFrame(source: SourceFile, place: Place, width: number): FrameRow[] {
  const lines = lineIndexOf(source);
  const last = lastMarkedLine(place);
  const lastShown = Math.min(last, place.line + MOST_LINES - 1);
  const rows = contextBefore(lines, place, width);
  for (let line = place.line; line <= lastShown; line++) rows.push(...markedLine(lines, place, line, width));
  if (last > lastShown) rows.push({ type: "omission", text: moreLines(last - lastShown) });
  return rows;
}

/** A span that ends with a line break does not reach into the line after it. */
const lastMarkedLine = (place: Place): number =>
  place.endLine > place.line && place.endColumn === 1 ? place.endLine - 1 : place.endLine;

/** A caret under an empty line says nothing; the line above tells the reader where they are. */
function contextBefore(lines: LineIndex, place: Place, width: number): FrameRow[] {
  const text = lines.textOf(place.line);
  if (place.line === 1 || indentation(text, width) < text.length) return [];
  const above = showLine(lines.textOf(place.line - 1), { start: 0, end: 0 }, width);
  return [{ type: "line", number: place.line - 1, text: above.text }];
}

function markedLine(lines: LineIndex, place: Place, line: number, width: number): FrameRow[] {
  const text = lines.textOf(line);
  const start = Math.min(line === place.line ? place.column - 1 : indentation(text, width), text.length);
  const end = Math.min(line === place.endLine ? place.endColumn - 1 : text.length, text.length);
  const shown = showLine(text, { start, end }, width);
  const row: FrameRow = { type: "line", number: line, text: shown.text };
  if (line > place.line && end <= start) return [row];
  return [row, { type: "carets", text: " ".repeat(shown.before) + "^".repeat(Math.max(shown.marked, 1)) }];
}

const moreLines = (count: number): string => `… ${count} more ${count === 1 ? "line" : "lines"}`;

/** White space at the beginning, as far as a reader would see it: a line may be 10 MB of spaces. */
function indentation(text: string, width: number): number {
  const head = text.slice(0, width);
  return head.length - head.trimStart().length;
}
