import type { FailedTest, TestCounts } from "../../record/observation.ts";
import { optionValue } from "../../shell/operands.ts";
import {
  failedTest,
  linesUntil,
  MOST_FAILURES,
  NO_COUNTS,
  namesIn,
  namesOf,
  placeIn,
  type Run,
  type Runner,
} from "./runner.ts";
import { wordsForRunner } from "./runner-words.ts";
import { tapRuns } from "./tap.ts";

/** Vitest, by every reporter that ends in its two summary lines, and by TAP. */
export const vitest: Runner = {
  name: "vitest",
  isNamedBy(invocation) {
    const words = wordsForRunner(invocation, "vitest");
    if (words === null || /^(?:list|init|bench)$/.test(words[0]?.text ?? "")) return false;
    return COUNTING.has(optionValue(words, "--reporter")?.text ?? "default");
  },
  read(lines, invocations) {
    const begins = lines.flatMap((line, at) => (/^ {0,3}(?:RUN|DEV) {1,4}v\d/.test(line) ? [at] : []));
    const runs = begins.flatMap((begin, index) => runIn(lines, begin, begins[index + 1] ?? lines.length));
    const isTap = invocations.some(({ args }) => /^tap/.test(optionValue(args, "--reporter")?.text ?? ""));
    return isTap && runs.length === 0 ? tapRuns(lines) : runs;
  },
};

/** The summary comes by stdout and the failures by stderr, so either may arrive first. */
function runIn(lines: readonly string[], begin: number, end: number): Run[] {
  const own = lines.slice(begin, end);
  const last = own.findLastIndex((line, at) => TESTS.test(line) && /^ {1,4}Test Files {2}/.test(own[at - 1] ?? ""));
  if (last < 0) return hasNoFiles(lines, begin) ? [] : [unfinished(lines, begin, end)];
  const counts = countsIn(TESTS.exec(own[last] ?? "")?.[1] ?? "");
  // A file that could not even be loaded has no test of its own to fail.
  const suites = own
    .map((line) => /^⎯+ Failed Suites (\d{1,9}) ⎯+$/.exec(line)?.[1])
    .find((found) => found !== undefined);
  counts.failed += Number(suites ?? 0);
  const names = namesOf(counts, namesIn(own, PASSED), namesIn(own, SKIPPED));
  return [{ counts, isComplete: true, failures: failuresIn(lines, begin, end), at: begin + last, ...names }];
}

/** ` ✓ test/a.test.ts > group > name 1ms`, without the file, or below it `   ✓ name`; where tests are listed. */
const PASSED = /^ {1,40}✓ (?:\|.*?\| )?(?:\S+\.[cm]?[jt]sx? > )?(?!\S+\.[cm]?[jt]sx? \(\d)(\S.*?)(?: \d{1,9}ms)?$/;
const SKIPPED =
  /^ {1,40}[↓-] (?:\|.*?\| )?(?:\S+\.[cm]?[jt]sx? > )?(?!\S+\.[cm]?[jt]sx? \(\d)(\S.*?)(?: \[skipped\])?$/;

const TESTS = /^ {1,10}Tests {2}(.*)$/;

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
