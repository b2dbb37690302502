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

/** How one side of a contract ended, as receipts say it. `absent`: it could not really run. */
export type SideState = "green" | "red" | "absent" | "not-run";

/** What a contract is for: as its author declared it or, where nothing is declared, as its command shows. */
export type Purpose = "proves" | "guards" | "undeclared";
