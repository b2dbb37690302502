import type { TestReport } from "../../record/observation.ts";
import type { Verdict } from "../../record/verdict.ts";
import { closingLine } from "../explain/closing-line.ts";
import type { Side } from "./conclusion.ts";
import type { RunSide } from "./side.ts";

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

/**
 * A pass in which the tests are not summed up any more, although a run that this one is compared with did: something
 * ended it before. It is no pass then.
 */
export function fallenSilent(after: RunSide, others: readonly Side[]): RunSide {
  if (after.verdict.status !== "passed" || after.report !== null || after.sumsUp != null) return after;
  const said = others.flatMap((side) => ("notRun" in side ? [] : (side.sumsUp ?? [])))[0];
  if (said === undefined) return after;
  const told = `it passes without the report of its tests; without the work it ends with ${JSON.stringify(said.trim().slice(0, 100))}`;
  const verdict: Verdict = { status: "unverified", reason: "no-report", told };
  return { ...after, verdict, explanation: { headline: told, details: after.explanation.details } };
}
