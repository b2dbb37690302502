import type { FailedTest, TestCounts, TestReport } from "../../record/observation.ts";
import type { Invocation } from "../../shell/invocation.ts";

/** A test runner: when a command starts it, and what its output says. */
export type Runner = {
  name: string;
  /** Whether this invocation starts the runner in a way that prints what it counted. */
  isNamedBy(invocation: Invocation): boolean;
  /** Every run that left a trace in these plain lines, in their order. `invocations` are those that start this runner. */
  read(lines: readonly string[], invocations: readonly Invocation[]): Run[];
};

/** One run of a runner. `at` is the line where its account ends. */
export type Run = Omit<TestReport, "runner"> & { at: number };

/** Nobody reads more failures, and a hostile output may claim a million. */
export const MOST_FAILURES = 100;

export const NO_COUNTS: Readonly<TestCounts> = { passed: 0, failed: 0, skipped: 0 };

export function reportOf(runner: string, runs: readonly Run[]): TestReport | null {
  if (runs.length === 0) return null;
  const empty = runs.flatMap(({ emptyFiles = [] }) => emptyFiles);
  return {
    runner,
    counts: runs.map(({ counts }) => counts).reduce(added, NO_COUNTS),
    isComplete: runs.every(({ isComplete }) => isComplete),
    failures: runs.flatMap(({ failures }) => failures).slice(0, MOST_FAILURES),
    ...allNames(runs, "passedNames"),
    ...allNames(runs, "skippedNames"),
    ...(empty.length > 0 ? { emptyFiles: empty.slice(0, MOST_FAILURES) } : {}),
  };
}

/** Half of the names would make the others look lost. */
function allNames<Key extends "passedNames" | "skippedNames">(
  runs: readonly Run[],
  key: Key,
): { [key in Key]?: string[] } {
  const names = runs.flatMap((run) => run[key] ?? []);
  return runs.every((run) => run[key] !== undefined) ? ({ [key]: names } as { [key in Key]: string[] }) : {};
}

/** Which tests passed and which were skipped, by name: only where as many are named as are counted. */
export function namesOf(
  counts: TestCounts,
  passed: readonly string[],
  skipped: readonly string[],
): Pick<TestReport, "passedNames" | "skippedNames"> {
  return {
    ...(passed.length === counts.passed ? { passedNames: passed.map(clipped) } : {}),
    ...(skipped.length === counts.skipped ? { skippedNames: skipped.map(clipped) } : {}),
  };
}

/** What the first group of a pattern finds, line by line. */
export const namesIn = (lines: readonly string[], pattern: RegExp): string[] =>
  lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);

/** A run that began and never said how it ended. */
export const unfinishedRun = (at: number, failures: FailedTest[] = []): Run => ({
  counts: NO_COUNTS,
  isComplete: false,
  failures,
  at,
});

/** The number that a pattern finds first, or 0. */
export const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);

export const added = (a: TestCounts, b: TestCounts): TestCounts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** A failure with only what is known of it. */
export function failedTest(name: string, place: Place | null, message: string | null): FailedTest {
  return { name: clipped(name), ...(place ?? {}), ...(message ? { message: clipped(message) } : {}) };
}

type Place = { file: string; line?: number };

/** The lines from `from` up to the one where something else begins. */
export function linesUntil(lines: readonly string[], from: number, isEnd: RegExp, most: number): string[] {
  const found: string[] = [];
  for (let index = from; index < lines.length && found.length < most; index++) {
    const line = lines[index] ?? "";
    if (isEnd.test(line)) break;
    found.push(line);
  }
  return found;
}

/** `src/a.ts:5:3` or `file:///repo/src/a.ts:5`, at the very end of a text. */
export function placeIn(text: string): { file: string; line: number } | null {
  const [, file, line] = /^(.*?):(\d{1,9})(?::\d{1,9})?$/.exec(text.trim()) ?? [];
  return file ? { file: file.replace(/^file:\/\//, ""), line: Number(line) } : null;
}

function clipped(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

const LONGEST = 300;
