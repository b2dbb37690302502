import type { Conclusion, Purpose, SideState } from "../../record/conclusion.ts";
import { concludePassed } from "../../telling/conclude-passed.ts";
import type { RunSide } from "./side.ts";

/** A side that was not run says why. */
export type Side = RunSide | { notRun: string };

export type Sides = { base: Side; after: RunSide; reverted: Side };

/** What else a conclusion rests on. */
export type Circumstances = {
  purpose: Purpose;
  /** The worker left the tree as it was. */
  isUnchanged: boolean;
  /** The step says that it adds something the contract names and cannot find. */
  announcesMissing: boolean;
};

export function conclude(
  { base, after, reverted }: Sides,
  { purpose, isUnchanged, announcesMissing }: Circumstances,
): Conclusion {
  const { verdict } = after;
  switch (verdict.status) {
    case "failed":
    case "tampered":
      return "failing";
    case "unverified":
      if (verdict.reason === "missing-tool" || verdict.reason === "not-executable") return "unrunnable";
      return announcesMissing && verdict.reason === "missing-target" ? "not-done" : "broken";
    case "passed":
      return concludePassed({ purpose, base: stateOf(base), reverted: stateOf(reverted) }, isUnchanged);
  }
}

/** A side in one word, as receipts say it. */
export function stateOf(side: Side): SideState {
  if ("notRun" in side) return "not-run";
  if (side.verdict.status === "passed") return "green";
  return side.verdict.status === "unverified" ? "absent" : "red";
}
