import type { FailedTest, TestCounts } from "../../record/observation.ts";
import { programOf } from "../../shell/invocation.ts";
import { optionValue } from "../../shell/operands.ts";
import { failedTest, linesUntil, MOST_FAILURES, NO_COUNTS, placeIn, type Run, type Runner } from "./runner.ts";
import { tapRuns } from "./tap.ts";

/** Vitest, by every reporter that ends in its two summary lines, and by TAP. */
export const vitest: Runner = {
  name: "vitest",
  isNamedBy(invocation) {
    const [verb] = invocation.args;
    if (programOf(invocation) !== "vitest" || /^(?:list|init|bench)$/.test(verb?.text ?? "")) return false;
    return COUNTING.has(optionValue(invocation.args, "--reporter")?.text ?? "default");
  },
  read(lines, invocations) {
    const runs: Run[] = [];
    let begin: number | null = null;
    let suites = 0;
    for (const [at, line] of lines.entries()) {
      if (/^ {0,3}(?:RUN|DEV) {1,4}v\d/.test(line)) {
        if (begin !== null) runs.push(unfinished(lines, begin, at));
        [begin, suites] = [at, 0];
      }
      const failed = /^⎯+ Failed Suites (\d{1,9}) ⎯+$/.exec(line);
      if (failed) suites = Number(failed[1]);
      const tests = /^ {1,10}Tests {2}(.*)$/.exec(line)?.[1];
      if (tests === undefined || begin === null || !/^ {1,4}Test Files {2}/.test(lines[at - 1] ?? "")) continue;
      const counts = countsIn(tests);
      // A file that could not even be loaded has no test of its own to fail.
      counts.failed += suites;
      runs.push({ counts, isComplete: true, failures: failuresIn(lines, begin, at), at });
      begin = null;
    }
    if (begin !== null && !hasNoFiles(lines, begin)) runs.push(unfinished(lines, begin, lines.length));
    const isTap = invocations.some(({ args }) => /^tap/.test(optionValue(args, "--reporter")?.text ?? ""));
    return isTap && runs.length === 0 ? tapRuns(lines) : runs;
  },
};

const COUNTING = new Set(["default", "verbose", "basic", "dot", "tree", "agent", "minimal", "tap", "tap-flat"]);

const hasNoFiles = (lines: readonly string[], from: number): boolean =>
  lines.slice(from, from + 10).some((line) => line.startsWith("No test files found"));

const unfinished = (lines: readonly string[], from: number, at: number): Run => ({
  counts: NO_COUNTS,
  isComplete: false,
  failures: failuresIn(lines, from, at),
  at,
});

/** `1 failed | 2 passed | 1 skipped | 1 todo (5)`, or `no tests`. */
function countsIn(text: string): TestCounts {
  const numberOf = (word: string) => Number(new RegExp(`(?:^|\\| )(\\d{1,9}) ${word}`).exec(text)?.[1] ?? 0);
  return {
    passed: numberOf("passed") + numberOf("expected fail"),
    failed: numberOf("failed"),
    skipped: numberOf("skipped") + numberOf("todo"),
  };
}

/** ` FAIL  file > group > name`, its error, and ` ❯ file:line:column`. One error may stand below several names. */
function failuresIn(lines: readonly string[], from: number, to: number): FailedTest[] {
  const failures: FailedTest[] = [];
  for (let index = from; index < to && failures.length < MOST_FAILURES; index++) {
    const [, title] = /^ {0,2}FAIL {1,3}(.+)$/.exec(lines[index] ?? "") ?? [];
    if (title === undefined) continue;
    const block = linesUntil(lines, index + 1, /^ {0,2}(?:FAIL|RUN) {1,3}|^⎯{10}/, MOST_LINES_BETWEEN);
    const places = block.map((line) => /^ ❯ (?:.* )?(\S+:\d+:\d+)$/.exec(line)?.[1]);
    const place = places.find((each) => each !== undefined && !/(?:^|\/)node_modules\//.test(each));
    const [file = title, ...names] = title.replace(/ \[ .* \]$/, "").split(" > ");
    const name = names.length > 0 ? names.join(" > ") : file;
    const message = block
      .find((line) => line.trim() !== "")
      ?.replace(/^(?:Assertion)?Error: | \/\/ Object\.is equality$/g, "");
    failures.push(failedTest(name, placeIn(place ?? "") ?? { file: file.replace(/^\|.*?\| /, "") }, message ?? null));
  }
  return failures;
}

const MOST_LINES_BETWEEN = 60;
