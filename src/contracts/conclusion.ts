import type { Contract } from "../plan/model.ts";
import type { RunSide } from "./side.ts";

/** A side that was not run says why. */
export type Side = RunSide | { notRun: string };

export type Sides = { base: Side; after: RunSide; reverted: Side };

/**
 * What a contract's sides say together.
 * - `proven`: not true before the work, true now; or its new tests fail without the work
 * - `vacuous`: it passed before the work, too, so passing now shows nothing
 * - `hollow`: it still passes when the work is taken back and only its tests are kept
 * - `guarding`: it passes, and is meant to have passed before
 * - `unchanged`: it passes, and there is no work to compare with
 * - `failing`: it ran and said no
 * - `not-done`: what it asks for is not there yet
 * - `broken`: it could not say anything, whatever the work is like
 * - `unrunnable`: a tool that it needs is missing
 */
export type Conclusion =
  | "proven"
  | "vacuous"
  | "hollow"
  | "guarding"
  | "unchanged"
  | "failing"
  | "not-done"
  | "broken"
  | "unrunnable";

/** `announcesMissing`: the step says that it adds something the contract names and cannot find. */
export function conclude(contract: Contract, { base, after, reverted }: Sides, announcesMissing: boolean): Conclusion {
  const { verdict } = after;
  switch (verdict.status) {
    case "failed":
    case "tampered":
      return "failing";
    case "unverified":
      if (verdict.reason === "missing-tool" || verdict.reason === "not-executable") return "unrunnable";
      return announcesMissing && verdict.reason === "missing-target" ? "not-done" : "broken";
    case "passed":
      if ("notRun" in base) return "unchanged";
      if (base.verdict.status !== "passed") return statusOf(reverted) === "passed" ? "hollow" : "proven";
      if (contract.kind === "guards") return "guarding";
      // `npm test` is green before a step, too; what counts is that the tests the step brings notice its absence.
      return statusOf(reverted) === "failed" ? "proven" : "vacuous";
  }
}

const statusOf = (side: Side): string | null => ("notRun" in side ? null : side.verdict.status);
