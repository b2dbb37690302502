import type { FailedTest, TestCounts } from "../../record/observation.ts";
import { programOf } from "../../shell/invocation.ts";
import { hasOption, operandsOf, optionsTaking } from "../../shell/operands.ts";
import { failedTest, MOST_FAILURES, namesOf, numberIn, type Run, type Runner } from "./runner.ts";

/**
 * Gradle. It prints tests that fail, and others only where the build asks for it. A test task that passes in silence
 * counts as one test.
 */
export const gradle: Runner = {
  name: "gradle",
  isNamedBy(invocation) {
    const { args } = invocation;
    if (!/^gradlew?$/.test(programOf(invocation))) return false;
    if (hasOption(args, "-q", "--quiet", "-m", "--dry-run", "-x", "--exclude-task", "-v", "--version", "-h", "--help"))
      return false;
    return operandsOf(args, GRADLE_OPTIONS).some(({ text }) => /(?:^|:)test$/.test(text ?? ""));
  },
  read(lines, invocations) {
    const end = lines.findLastIndex((line) => /^BUILD (?:SUCCESSFUL|FAILED) in /.test(line));
    const own = end < 0 ? lines : lines.slice(0, end);
    const tasks = own.map((line) => TASK.exec(line)).filter((found) => found !== null);
    const results = own.map(resultIn).filter((result) => result !== null);
    if (tasks.length + results.length === 0) return [];
    const last = new Map(tasks.map(([, task, how]) => [task, how]));
    const silent = [...last.values()].filter(
      (how) => how === undefined || /^(?:UP-TO-DATE|FROM-CACHE)$/.test(how),
    ).length;
    const counts = countsOf(own, results, silent);
    const isNothing = counts.passed + counts.failed + counts.skipped === 0;
    if (isNothing && invocations.length === 0) return [];
    const named = (wanted: string) => results.flatMap(({ name, how }) => (how === wanted ? [name] : []));
    const names = namesOf(counts, named("PASSED"), named("SKIPPED"));
    const run: Run = { counts, isComplete: end >= 0, failures: failuresIn(own), at: end < 0 ? lines.length : end };
    return [results.length === 0 ? run : { ...run, ...names }];
  },
};

const GRADLE_OPTIONS = optionsTaking(
  "-p",
  "--project-dir",
  "-b",
  "--build-file",
  "-c",
  "--tests",
  "-g",
  "-I",
  "--console",
);

/** `> Task :app:test FAILED`; before Gradle 5 without the first words, and Java's warnings may follow in the same line. */
const TASK =
  /^(?:> Task )?((?::[\w.-]{1,80}){0,8}:(?:test|\w{1,60}(?<!clean)Test))(?: (FAILED|UP-TO-DATE|NO-SOURCE|SKIPPED|FROM-CACHE))?(?=$|WARNING: )/;

/** `FailTest > adds FAILED` */
function resultIn(line: string): Result | null {
  const [, how] = / (PASSED|FAILED|SKIPPED)$/.exec(line) ?? [];
  const isTest = how !== undefined && /^\S.* > /.test(line);
  return isTest ? { name: line.slice(0, -how.length - 1), how } : null;
}

type Result = { name: string; how: string };

function countsOf(lines: readonly string[], results: readonly Result[], silent: number): TestCounts {
  const count = (how: string) => results.filter((result) => result.how === how).length;
  // `4 tests completed, 2 failed, 1 skipped`, for every task in which a test fails.
  const sums = lines.filter((line) => /^\d{1,9} tests? completed, \d{1,9} failed(?:, \d{1,9} skipped)?$/.test(line));
  const sum = (pattern: RegExp) => sums.reduce((total, line) => total + numberIn(line, pattern), 0);
  const failed = Math.max(count("FAILED"), sum(/(\d+) failed/));
  const skipped = Math.max(count("SKIPPED"), sum(/(\d+) skipped/));
  const passed = Math.max(count("PASSED"), sum(/^(\d+) test/) - failed - skipped, 0);
  const isLoud = count("PASSED") + count("SKIPPED") > 0;
  return { passed: isLoud ? passed : passed + silent, failed, skipped };
}

/** Below a test that fails: `    java.lang.AssertionError at FailTest.java:4`, or the error and where it was thrown. */
function failuresIn(lines: readonly string[]): FailedTest[] {
  const failures: FailedTest[] = [];
  for (let index = 0; index < lines.length && failures.length < MOST_FAILURES; index++) {
    const result = resultIn(lines[index] ?? "");
    if (result?.how !== "FAILED") continue;
    const block = lines.slice(index + 1, index + 20);
    const [, error, file, line] = /^ {4}(\S.*?)(?: at (\w+\.\w+):(\d{1,9}))?$/.exec(block[0] ?? "") ?? [];
    failures.push(failedTest(result.name, file === undefined ? null : { file, line: Number(line) }, error ?? null));
  }
  return failures;
}
