import type { TestReport } from "../../record/observation.ts";
import { closingLine } from "../explain/closing-line.ts";

/**
 * The words in which a run sums up its tests, by whatever runner; null where it does not, or may have been told to print
 * only what goes wrong: `texts` are the command and the scripts behind it.
 */
export function sumsUp(texts: readonly string[], lines: readonly string[], report: TestReport | null): string | null {
  if (texts.some(printsFailuresOnly)) return null;
  const isCounted = report?.isComplete === true && report.counts.passed + report.counts.failed > 0;
  return closingLine(lines) ?? (isCounted ? `${report.counts.passed} passed, ${report.counts.failed} failed` : null);
}

/** `chronic npm test`; `npm test > log || cat log`; `out=$(npm test) || echo "$out"`, and the same with `if !`. */
const printsFailuresOnly = (text: string): boolean =>
  /\bchronic\b|=\s?"?\$\([^()]*\)"?\s*\|\||\bif !\s+\w+="?\$\(/.test(text) ||
  (/(?<![-=])&?>{1,2}\s*(?!&|\/dev\/)[\w"'$./{]/.test(text) && /\b(?:cat|tail|head)\b/.test(text));
