import type { Diagnostic, Severity } from "./diagnostic.ts";
import { type Place, placesIn } from "./place.ts";
import type { SourceFile, Span } from "./span.ts";

/** A diagnostic as other programs read it. `help` is empty when there is nothing to add. */
type JsonDiagnostic = Place & {
  code: string;
  severity: Severity;
  message: string;
  why: string;
  help: string;
  fix?: { title: string; edits: JsonEdit[] };
};

type JsonEdit = Place & { text: string };

export function diagnosticsAsJson(
  diagnostics: readonly Diagnostic[],
  sources: readonly SourceFile[],
): JsonDiagnostic[] {
  const placeOf = placesIn(sources);
  return diagnostics.map((diagnostic) => asJson(diagnostic, placeOf));
}

function asJson(
  { code, severity, span, message, why, help, fix }: Diagnostic,
  placeOf: (span: Span) => Place,
): JsonDiagnostic {
  return {
    code,
    severity,
    ...placeOf(span),
    message,
    why,
    help: help ?? "",
    ...(fix && { fix: { title: fix.title, edits: fix.edits.map((edit) => ({ ...placeOf(edit), text: edit.text })) } }),
  };
}
