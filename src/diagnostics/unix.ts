import { visibleText } from "../std/visible-text.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { placesIn } from "./place.ts";
import type { SourceFile } from "./span.ts";

/** One line each, as compilers print them and editors read them: `file:line:column: error: message [PW302]`. */
export function renderUnix(diagnostics: readonly Diagnostic[], sources: readonly SourceFile[]): string {
  const placeOf = placesIn(sources);
  return diagnostics
    .map(({ code, severity, span, message }) => {
      const { file, line, column } = placeOf(span);
      return `${visibleText(`${file}:${line}:${column}: ${severity}: ${message} [${code}]`)}\n`;
    })
    .join("");
}
