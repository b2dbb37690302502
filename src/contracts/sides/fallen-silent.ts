import type { Verdict } from "../../record/verdict.ts";
import type { Side } from "./conclusion.ts";
import type { RunSide } from "./side.ts";

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
