import type { SourceFile, Span } from "../../diagnostics/span.ts";
import type { TextEdit } from "../../diagnostics/text-edit.ts";
import type { Parsed } from "../../ports/dialect.ts";
import { inLineEndings, lineEndingOf } from "./line-ending.ts";

/** Where in the plan a step stands. Asking for one it does not have is a bug of the caller. */
export function stepIndex(parsed: Parsed, id: string): number {
  const index = parsed.plan.steps.findIndex((step) => step.id === id);
  if (index < 0) throw new Error(`the plan has no step ${id}`);
  return index;
}

/** Replaces a span with LF text, written in the file's own line endings. */
export function replaceSpan(parsed: Parsed, span: Span, text: string): TextEdit {
  const ending = lineEndingOf(sourceOf(parsed, span.file).text);
  return { file: span.file, start: span.start, end: span.end, text: inLineEndings(text, ending) };
}

export const insertAt = (parsed: Parsed, file: string, at: number, text: string): TextEdit =>
  replaceSpan(parsed, { file, start: at, end: at }, text);

export function sourceOf(parsed: Parsed, path: string): SourceFile {
  const source = parsed.sources.find((file) => file.path === path);
  if (!source) throw new Error(`the plan has no file ${path}`);
  return source;
}
