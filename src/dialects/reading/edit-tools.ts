import type { SourceFile, Span } from "../../diagnostics/span.ts";
import type { TextEdit } from "../../diagnostics/text-edit.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { Parsed } from "../../ports/dialect.ts";
import { inLineEndings, lineEndingOf } from "./line-ending.ts";

/** Where in the plan a step stands. Asking for one it does not have is a bug of the caller. */
export function stepIndex(parsed: Parsed, id: string): number {
  const index = parsed.plan.steps.findIndex((step) => step.id === id);
  if (index < 0) throw new Error(`the plan has no step ${id}`);
  return index;
}

/** What a step needs, publishing among it. */
export const needsWithPublish = ({ steps }: Plan, id: string): Step["needs"] => [
  ...new Set([...(steps.find((step) => step.id === id)?.needs ?? []), "publish" as const]),
];

/** Replaces a span with LF text, written in the file's own line endings. */
export function replaceSpan(parsed: Parsed, span: Span, text: string): TextEdit {
  const ending = lineEndingOf(sourceOf(parsed, span.file).text);
  return { file: span.file, start: span.start, end: span.end, text: inLineEndings(text, ending) };
}

export const insertAt = (parsed: Parsed, file: string, at: number, text: string): TextEdit =>
  replaceSpan(parsed, { file, start: at, end: at }, text);

/** Inserts a block of its own, with a blank line above it and, where something follows, one below. */
export function insertBlock(parsed: Parsed, file: string, at: number, block: string): TextEdit {
  const rest = sourceOf(parsed, file).text.slice(at, at + 200);
  const breaks = /^(?:[ \t]*(?:\r\n|\r|\n)){0,2}/.exec(rest)?.[0].match(/\r\n|\r|\n/g)?.length ?? 0;
  const below = rest.trim() === "" ? "" : "\n".repeat(2 - breaks);
  return insertAt(parsed, file, at, `\n\n${block}${below}`);
}

/** The marks of the heading that starts there, so that a new section stands on a level with it. */
export function headingMarks(parsed: Parsed, { file, start }: Span): string {
  const text = sourceOf(parsed, file).text.slice(start, start + 2000);
  const marks = /^ {0,3}(#{1,6})/.exec(text)?.[1];
  return marks ?? (/^[^\r\n]*(?:\r\n|\r|\n)=/.test(text) ? "#" : "##");
}

export function sourceOf(parsed: Parsed, path: string): SourceFile {
  const source = parsed.sources.find((file) => file.path === path);
  if (!source) throw new Error(`the plan has no file ${path}`);
  return source;
}
