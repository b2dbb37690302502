import type { FailedTest, TestCounts } from "../../record/observation.ts";
import { hasOption } from "../../shell/operands.ts";
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

/** Jest, by the summary that its default reporter prints. */
export const jest: Runner = {
  name: "jest",
  isNamedBy(invocation) {
    const words = wordsForRunner(invocation, "jest");
    if (words === null || hasOption(words, "--listTests", "--showConfig", "--init", "--version", "--help"))
      return false;
    // With `--json` the summary goes to stderr as ever.
    return !hasOption(words, "--reporters") || words.some(({ text }) => COUNTING.test(text ?? ""));
  },
  read(lines) {
    const runs: Run[] = [];
    let begin: number | null = null;
    for (const [at, line] of lines.entries()) {
      if (begin === null && /^ ?(?:PASS|FAIL) {1,2}\S|^ {2}● {2}process\.exit called with /.test(line)) begin = at;
      const tests = /^Tests: {1,10}(.*\b\d{1,9} total)$/.exec(line)?.[1];
      const suites = /^Test Suites: (.*)$/.exec(lines[at - 1] ?? "")?.[1];
      if (tests === undefined || suites === undefined) continue;
      const failures = begin === null ? [] : failuresIn(lines, begin, at);
      const counts = countsIn(tests);
      // A file that could not even be loaded has no test of its own to fail.
      counts.failed += failures.filter(({ name }) => name === UNLOADED).length;
      const own = lines.slice(begin ?? at, at);
      const names = namesOf(counts, namesIn(own, PASSED), namesIn(own, SKIPPED));
      runs.push({ counts, isComplete: true, failures: failures.map(namedByFile), at, ...names });
      begin = null;
    }
    if (begin !== null) {
      const failures = failuresIn(lines, begin, lines.length).map(namedByFile);
      return [...runs, { counts: NO_COUNTS, isComplete: false, failures, at: lines.length }];
    }
    const empty = lines.lastIndexOf("No tests found, exiting with code 0");
    return runs.length > 0 || empty < 0 ? runs : [{ counts: NO_COUNTS, isComplete: true, failures: [], at: empty }];
  },
};

/** `    ✓ adds (2 ms)`, where tests are listed. */
const PASSED = /^ {2,80}✓ (\S.*?)(?: \([\d.]+ m?s\))?$/;
const SKIPPED = /^ {2,80}[○✎] (?:skipped|todo) (\S.*)$/;

const COUNTING = /^(?:--reporters=)?(?:default|summary)$/;

const UNLOADED = "Test suite failed to run";

/** `2 failed, 1 skipped, 1 todo, 3 passed, 7 total` */
function countsIn(text: string): TestCounts {
  const numberOf = (word: string) => Number(new RegExp(`(?:^|, )(\\d{1,9}) ${word}(?:,|$)`).exec(text)?.[1] ?? 0);
  return {
    passed: numberOf("passed"),
    failed: numberOf("failed"),
    skipped: numberOf("skipped") + numberOf("todo"),
  };
}

/** `FAIL file`, then `  ● group › name`, its message, and `at … (file:line:column)`. */
function failuresIn(lines: readonly string[], from: number, to: number): FailedTest[] {
  const found = new Map<string, FailedTest>();
  let file: string | undefined;
  for (let index = from; index < to && found.size < MOST_FAILURES; index++) {
    const line = lines[index] ?? "";
    file = /^ ?(?:PASS|FAIL) {1,2}(\S.*?)(?: \((?:[\d.]+ m?s|, |\d+ [kMG]?B heap size)+\))?$/.exec(line)?.[1] ?? file;
    const [, name] = /^ {2}● (\S.*)$/.exec(line) ?? [];
    if (name === undefined || name === "Console" || file === undefined) continue;
    // With many failures they are all printed once more at the end.
    const key = `${file}\n${name}`;
    if (!found.has(key)) found.set(key, oneFailure(name, file, linesUntil(lines, index + 1, END, MOST_LINES_BETWEEN)));
  }
  return [...found.values()];
}

const END = /^ {2}● |^ ?(?:PASS|FAIL|Test Suites:|Tests:) /;

function oneFailure(name: string, file: string, block: readonly string[]): FailedTest {
  const own = block.map((line) => /^ {4,8}at .*?\(?([^()\s]+:\d+:\d+)\)?$/.exec(line)?.[1]).filter(isOwnPlace)[0];
  return failedTest(name, placeIn(own ?? "") ?? { file }, messageOf(block));
}

const isOwnPlace = (place: string | undefined): place is string =>
  place !== undefined && !/(?:^|\/)node_modules\/|^node:/.test(place);

function messageOf(block: readonly string[]): string | null {
  const text = block.map((line) => line.trim()).filter(Boolean);
  const field = (name: string) => text.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [expected, received] = [field("Expected"), field("Received")];
  if (expected !== undefined && received !== undefined) return `expected ${expected}, got ${received}`;
  return text.find((line) => /^SyntaxError: /.test(line)) ?? text[0] ?? null;
}

const namedByFile = (failure: FailedTest): FailedTest =>
  failure.name === UNLOADED && failure.file !== undefined ? { ...failure, name: failure.file } : failure;

const MOST_LINES_BETWEEN = 80;
