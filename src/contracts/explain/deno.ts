import type { FailedTest } from "../../record/observation.ts";
import { programOf } from "../../shell/invocation.ts";
import { hasOption, optionValue } from "../../shell/operands.ts";
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
import { tapRuns } from "./tap.ts";

/** `deno test`: `adds ... ok (1ms)`, and `ok | 3 passed (1 step) | 0 failed | 1 ignored (9ms)`; or TAP. */
export const deno: Runner = {
  name: "deno",
  isNamedBy: (invocation) =>
    programOf(invocation) === "deno" &&
    invocation.args[0]?.text === "test" &&
    /^(?:pretty|dot|tap)$/.test(optionValue(invocation.args, "--reporter")?.text ?? "pretty") &&
    !hasOption(invocation.args, "--no-run", "-h", "--help", "--watch"),
  read(lines, invocations) {
    const runs: Run[] = [];
    let from = 0;
    for (const [at, line] of lines.entries()) {
      if (!SUMMARY.test(line)) continue;
      runs.push(runOf(lines.slice(from, at), line, at));
      from = at + 1;
    }
    const isTap = invocations.some(({ args }) => optionValue(args, "--reporter")?.text === "tap");
    if (isTap && runs.length === 0) return tapRuns(lines);
    const isCut = lines.slice(from).some((line) => /^running \d{1,9} tests? from \S/.test(line));
    return isCut ? [...runs, unfinishedRun(lines.length)] : runs;
  },
};

const SUMMARY =
  /^(?:ok|FAILED) \| \d{1,9} passed(?: \(\d{1,9} steps?\))? \| \d{1,9} failed(?: \(\d{1,9} steps?\))?(?: \| \d{1,9} [a-z ]{4,14}(?: \(\d{1,9} steps?\))?){0,3} \(\d.*\)$/;

function runOf(own: readonly string[], summary: string, at: number): Run {
  const counts = {
    passed: numberIn(summary, /(\d+) passed/),
    failed: numberIn(summary, /(\d+) failed/),
    skipped: numberIn(summary, /(\d+) ignored/),
  };
  const named = (result: string) =>
    own.flatMap(
      (line) => new RegExp(`^(\\S.*) \\.\\.\\. ${result} \\([\\d.]+(?:ms|s|µs|m\\d+s)\\)$`).exec(line)?.[1] ?? [],
    );
  return {
    counts,
    // A file may end its own process outside of any test; the others go on as if nothing had happened.
    isComplete: !own.some((line) => /^note \S.* called `Deno\.exit\(\d+\)` from outside any test/.test(line)),
    failures: failuresIn(own),
    at,
    ...namesOf(counts, named("ok"), named("ignored")),
  };
}

/** Below ` ERRORS `: `adds => ./deno/fail_test.js:2:6`, `error: AssertionError: …`, and the frames. */
function failuresIn(lines: readonly string[]): FailedTest[] {
  const failures: FailedTest[] = [];
  const from = lines.indexOf(" ERRORS ");
  for (let index = from + 1; from >= 0 && index < lines.length && failures.length < MOST_FAILURES; index++) {
    const [, name, where = ""] = /^(\S.*) => (\S+:\d{1,9}:\d{1,9})$/.exec(lines[index] ?? "") ?? [];
    if (lines[index] === " FAILURES ") break;
    if (name === undefined) continue;
    const block = linesUntil(lines, index + 1, /^\S.* => \S+:\d+:\d+$|^ FAILURES $/, MOST_LINES_BETWEEN);
    failures.push(failedTest(name.replaceAll(" ... ", " > "), placeIn(where.replace(/^\.\//, "")), messageOf(block)));
  }
  return failures;
}

function messageOf(block: readonly string[]): string | null {
  const [actual, expected] =
    block
      .map((line) => /^(\S.*) !== (\S.*)$/.exec(line))
      .find((found) => found !== null)
      ?.slice(1) ?? [];
  if (actual !== undefined && expected !== undefined) return `expected ${expected}, got ${actual}`;
  return block.find((line) => line.startsWith("error: "))?.replace(/^error: (?:(?:Assertion)?Error: )?/, "") ?? null;
}

const MOST_LINES_BETWEEN = 60;
