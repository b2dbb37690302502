import type { FailedTest } from "../../record/observation.ts";
import { executedFile } from "../../shell/executed-file.ts";
import { programOf } from "../../shell/invocation.ts";
import { hasOption } from "../../shell/operands.ts";
import {
  failedTest,
  linesUntil,
  MOST_FAILURES,
  namesOf,
  numberIn,
  placeIn,
  type Run,
  type Runner,
  unfinishedRun,
} from "./runner.ts";

/** Ruby's Minitest and test-unit: `4 runs, 2 assertions, 1 failures, 1 errors, 1 skips`. */
export const minitest: Runner = {
  name: "minitest",
  isNamedBy(invocation) {
    const program = programOf(invocation);
    if (program === "rails") return invocation.args[0]?.text === "test";
    const file = executedFile(invocation)?.text ?? "";
    return (
      program === "ruby" && /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.rb$/.test(file) && !hasOption(invocation.args, "-c")
    );
  },
  read(lines) {
    const runs: Run[] = [];
    let from = 0;
    let isOpen = false;
    for (const [at, line] of lines.entries()) {
      if (/^(?:# Running:|Loaded suite \S.*)$/.test(line)) {
        if (isOpen) runs.push(unfinishedRun(at));
        [from, isOpen] = [at, true];
      }
      if (!SUMMARY.test(line)) continue;
      runs.push(runOf(lines.slice(from, at), line, at));
      [from, isOpen] = [at + 1, false];
    }
    return isOpen ? [...runs, unfinishedRun(lines.length)] : runs;
  },
};

const SUMMARY =
  /^\d{1,9} (?:runs|tests), \d{1,9} assertions, \d{1,9} failures, \d{1,9} errors(?:, \d{1,9} (?:skips|pendings|omissions|notifications)){1,3}$/;

function runOf(own: readonly string[], summary: string, at: number): Run {
  const numberOf = (word: string) => numberIn(summary, new RegExp(`(\\d+) (?:${word})`));
  const failed = numberOf("failures") + numberOf("errors");
  const skipped = numberOf("skips") + numberOf("pendings") + numberOf("omissions");
  const counts = { passed: Math.max(0, numberOf("runs|tests") - failed - skipped), failed, skipped };
  const marked = (mark: string) =>
    own
      .filter((line) => line.endsWith(` s = ${mark}`))
      .flatMap((line) => /^(\S.*#.*) = [\d.]+ s = /.exec(line)?.[1] ?? []);
  return {
    counts,
    isComplete: true,
    failures: failuresIn(own),
    at,
    ...namesOf(counts, marked("."), marked("S")),
  };
}

/** Minitest: `  1) Failure:` and `AddTest#test_adds [test/a_test.rb:5]:`; test-unit: `Failure: test_adds(AddTest)`. */
function failuresIn(lines: readonly string[]): FailedTest[] {
  const failures: FailedTest[] = [];
  for (let index = 0; index < lines.length && failures.length < MOST_FAILURES; index++) {
    const isNumbered = /^ {2}\d{1,9}\) (?:Failure|Error):$/.test(lines[index] ?? "");
    const [, plain] = /^(?:Failure|Error): (\S.*)$/.exec(lines[index] ?? "") ?? [];
    if (isNumbered) failures.push(numbered(lines, index + 1));
    else if (plain !== undefined && /^={70,}$/.test(lines[index - 1] ?? ""))
      failures.push(ruled(plain, lines, index + 1));
  }
  return failures;
}

function numbered(lines: readonly string[], at: number): FailedTest {
  const [, name = "", place = ""] = /^(\S.*?)(?: \[(.+)\])?:$/.exec(lines[at] ?? "") ?? [];
  const block = linesUntil(lines, at + 1, /^$|^ {2}\d{1,9}\) \w+:$/, MOST_LINES_BETWEEN);
  const frame = block.map((line) => /^ {4}(\S+\.rb:\d{1,9}):in /.exec(line)?.[1]).find((each) => each !== undefined);
  return failedTest(name, placeIn(place || (frame ?? "")), messageOf(block));
}

function ruled(name: string, lines: readonly string[], at: number): FailedTest {
  const block = linesUntil(lines, at, /^={70,}$/, MOST_LINES_BETWEEN);
  const frame = block.map((line) => /^(\S+\.rb:\d{1,9}):in /.exec(line)?.[1]).find((each) => each !== undefined);
  const [expected, but, got] = block.filter((line) => !/^(?:\S+\.rb:\d+:in| +(?:=> )?\d+: )/.test(line));
  const message =
    /^<.*> expected but was$/.test(expected ?? "") && but
      ? `expected ${expected?.slice(1, -18)}, got ${but.slice(1, -1)}`
      : [expected, but, got].filter(Boolean).join(" ");
  return failedTest(name, placeIn(frame ?? ""), message);
}

function messageOf(block: readonly string[]): string | null {
  const field = (name: string) => block.map((line) => new RegExp(`^ *${name}: (.*)$`).exec(line)?.[1]).find(Boolean);
  const [expected, actual] = [field("Expected"), field("Actual")];
  return expected && actual ? `expected ${expected}, got ${actual}` : (block[0] ?? null);
}

const MOST_LINES_BETWEEN = 60;
