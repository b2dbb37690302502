import type { TestReport } from "../../record/observation.ts";

/** Which files were run as tests and hold none that the runner knows, in words; null where that is not the trouble. */
export function withoutTests(report: TestReport | null): string | null {
  const [first, ...others] = report?.emptyFiles ?? [];
  if (report === null || first === undefined) return null;
  const more = others.length === 0 ? "" : `, and in ${others.length} more`;
  return `no test of ${report.runner} ran in ${first}${more}: it has none, or its process ended before`;
}
