import type { Conclusion, Purpose, SideState } from "../record/conclusion.ts";

/** A contract that passes on the tree with the work, and what it says of the trees that this one is compared with. */
export type PassedContract = { purpose: Purpose; base: SideState; reverted: SideState };

/** `isUnchanged`: the worker left the tree as it was. */
export function concludePassed({ purpose, base, reverted }: PassedContract, isUnchanged: boolean): Conclusion {
  // Only what was published meanwhile can tell two runs on one tree apart.
  if (isUnchanged) return base === "red" || base === "absent" ? "proven" : "unchanged";
  if (base === "not-run") return "unchanged";
  if (base !== "green") return reverted === "green" ? "hollow" : "proven";
  if (purpose === "guards") return "guarding";
  // `npm test` is green before a step, too; what counts is that the tests the step brings notice its absence.
  return reverted === "red" ? "proven" : "vacuous";
}
