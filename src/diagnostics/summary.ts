import type { Diagnostic } from "./diagnostic.ts";

/** `2 errors, 1 warning in 1 plan (1 fixable with --fix)`. Without the number of plans it counts files. */
export function summaryOf(diagnostics: readonly Diagnostic[], plans?: number): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.length - errors;
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined).length;
  const found = [errors > 0 && counted(errors, "error"), warnings > 0 && counted(warnings, "warning")];
  const where = plans === undefined ? counted(filesOf(diagnostics), "file") : counted(plans, "plan");
  const hint = fixable > 0 ? ` (${fixable} fixable with --fix)` : "";
  return `${found.filter(Boolean).join(", ") || "no problems"} in ${where}${hint}`;
}

const filesOf = (diagnostics: readonly Diagnostic[]): number => new Set(diagnostics.map(({ span }) => span.file)).size;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
