import type { Exit } from "./exit.ts";
import type { Seen } from "./seen.ts";

/** What was seen of one command, before anybody judges it. */
export type Observation = {
  exit: Exit;
  milliseconds: number;
  stdout: KeptText;
  /** Both streams in the order in which they arrived. */
  log: KeptText;
  /** Null where nobody asked what it does in its tree. */
  seen: Seen | null;
};

/** The beginning and the end of an output; `dropped` counts the bytes between them that were not kept. */
export type KeptText = { head: string; tail: string; dropped: number };

/** What a test runner says about its own run. */
export type TestCounts = { passed: number; failed: number; skipped: number };

export type TestReport = {
  /** Which runner was recognised: `node:test`, `vitest`, `jest`, `pytest`, `go`, `cargo`. */
  runner: string;
  counts: TestCounts;
  /** False when the runner began and never said how it ended. */
  isComplete: boolean;
  failures: FailedTest[];
  /** The tests that passed, and those that were skipped, by name; not there where the output does not list them all. */
  passedNames?: string[];
  skippedNames?: string[];
  /** Files that were run as tests and told of none. */
  emptyFiles?: string[];
};

export type FailedTest = { name: string; file?: string; line?: number; message?: string };
