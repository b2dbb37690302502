/** What the harness concluded from a contract run that it started itself. */
export type Verdict =
  | { status: "passed" }
  | { status: "failed"; reason: FailureReason; told: string }
  | { status: "unverified"; reason: UnverifiedReason; told: string }
  | { status: "tampered"; told: string; places: Tampering[] };

/** The contract really ran and said no. */
export type FailureReason =
  | "exit-code"
  | "stdout"
  | "tests"
  | "timeout"
  | "memory"
  | "output-limit"
  | "disk"
  | "signal";

/**
 * It did not really run, so it says nothing about the work.
 * - `syntax`: bash cannot read the command
 * - `missing-tool`: exit status 127 · `not-executable`: 126
 * - `missing-target`: the file, script or test target that it names is not there
 * - `no-tests`: a test runner ran no test · `no-report`: a test runner never said how it ended
 * - `cannot-fail`: it passes whatever its tests say
 * - `flaky`: on the very same tree it says now this, now that
 */
export type UnverifiedReason =
  | "syntax"
  | "missing-tool"
  | "not-executable"
  | "missing-target"
  | "no-tests"
  | "no-report"
  | "cannot-fail"
  | "flaky";

/** One thing that nobody was allowed to touch, and what became of it. */
export type Tampering = { path: string; what: "changed" | "created" | "deleted" | "type" | "mode" | "linked" };

/**
 * The trees a contract is run on: before the work, with it, and with the work taken back and only its tests kept. Red and
 * absent on the base both mean *not already true*; only green is vacuous.
 */
export type SideName = "base" | "after" | "reverted";
