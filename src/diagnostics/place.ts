import { lineIndexOf } from "./line-index.ts";
import type { SourceFile, Span } from "./span.ts";

/** A span as people and editors count it: lines and columns from 1, the end exclusive. */
export type Place = { file: string; line: number; column: number; endLine: number; endColumn: number };

/** Turns spans of these files into places. A file that could not be read has only one place: its beginning. */
export function placesIn(sources: readonly SourceFile[]): (span: Span) => Place {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  return (span) => placeOf(span, byPath.get(span.file) ?? { path: span.file, text: "" });
}

export function placeOf(span: Span, source: SourceFile): Place {
  const lines = lineIndexOf(source);
  const start = lines.positionAt(span.start);
  const end = lines.positionAt(Math.max(span.end, span.start));
  return { file: span.file, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}
