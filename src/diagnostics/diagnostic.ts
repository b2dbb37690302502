import type { Span } from "./span.ts";
import type { TextEdit } from "./text-edit.ts";

export type Severity = "error" | "warning";

/** What one permanent code stands for. `why` is the sentence that persuades an author to care. */
export type Kind = { code: string; name: string; severity: Severity; summary: string; why: string };

/** A repair that is safe to apply without asking. */
export type Fix = { title: string; edits: TextEdit[] };

/** One thing that is wrong with a plan, where it is, and what to write instead. */
export type Diagnostic = {
  code: string;
  severity: Severity;
  span: Span;
  message: string;
  why: string;
  help?: string;
  fix?: Fix;
  /** What stands at the span is a secret: nobody prints it. */
  conceal?: true;
};

export type Advice = { help?: string; fix?: Fix; severity?: Severity; conceal?: true };

export function diagnose(kind: Kind, span: Span, message: string, advice: Advice = {}): Diagnostic {
  return {
    code: kind.code,
    severity: advice.severity ?? kind.severity,
    span,
    message,
    why: kind.why,
    ...(advice.help !== undefined && { help: advice.help }),
    ...(advice.fix !== undefined && { fix: advice.fix }),
    ...(advice.conceal && { conceal: true }),
  };
}

/** By file, place, code, then text: the same plan always reads the same. */
export function inOrder(diagnostics: Iterable<Diagnostic>): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compare(a.span.file, b.span.file) ||
      a.span.start - b.span.start ||
      a.span.end - b.span.end ||
      compare(a.code, b.code) ||
      compare(a.message, b.message),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
