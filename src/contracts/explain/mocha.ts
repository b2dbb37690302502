import type { FailedTest } from "../../record/observation.ts";
import { hasOption, optionValue } from "../../shell/operands.ts";
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

/** Mocha, by every reporter that ends in `2 passing (5ms)`. */
export const mocha: Runner = {
  name: "mocha",
  isNamedBy(invocation) {
    const words = wordsForRunner(invocation, "mocha") ?? wordsForRunner(invocation, "_mocha");
    if (words === null || words[0]?.text === "init" || hasOption(words, ...NOT_RUNNING)) return false;
    return COUNTING.has(optionValue(words, "--reporter", "-R")?.text?.toLowerCase() ?? "spec");
  },
  read(lines, invocations) {
    const runs: Run[] = [];
    let from = 0;
    for (const [at, line] of lines.entries()) {
      const passed = PASSING.exec(line)?.[1];
      if (passed === undefined) continue;
      runs.push(runOf(lines, from, at, Number(passed)));
      from = at + 1;
    }
    // Anybody may print a tick, so it says something only where another run of Mocha is known to have begun.
    const isCut = runs.length < invocations.length && lines.slice(from).some((line) => TICKED.test(line));
    return isCut ? [...runs, { counts: NO_COUNTS, isComplete: false, failures: [], at: lines.length }] : runs;
  },
};

const NOT_RUNNING = ["--dry-run", "--version", "-V", "--help", "-h", "--list-reporters", "--list-interfaces"];

const COUNTING = new Set(["spec", "dot", "list", "min", "nyan", "progress", "landing"]);

const PASSING = /^ {2}(\d{1,9}) passing(?: \([\d.]{1,12}(?:ms|s|m|h|d)?\))?$/;

const TICKED = /^ {2,80}[✓✔] \S/;

/** `2 passing (5ms)`, then `1 pending` and `1 failing` where there are any, then the failures. */
function runOf(lines: readonly string[], from: number, at: number, passed: number): Run {
  const skipped = countAt(lines, at + 1, "pending");
  const failing = countAt(lines, at + (skipped === null ? 1 : 2), "failing");
  const missing = missingFiles(lines.slice(from, at));
  const counts = { passed, failed: (failing ?? 0) + missing.length, skipped: skipped ?? 0 };
  const own = lines.slice(from, at);
  return {
    counts,
    ...namesOf(counts, namesIn(own, /^ {2,80}[✓✔] (\S.*?)(?: \(\d+ms\))?$/), namesIn(own, /^ {2,80}- (\S.*)$/)),
    isComplete: true,
    failures: [...missing, ...(failing === null ? [] : failuresIn(lines, at + 1))].slice(0, MOST_FAILURES),
    at,
  };
}

function countAt(lines: readonly string[], at: number, word: string): number | null {
  const found = new RegExp(`^ {2}(\\d{1,9}) ${word}$`).exec(lines[at] ?? "")?.[1];
  return found === undefined ? null : Number(found);
}

/** Mocha runs the others and is content. A pattern may match nothing; a file that is named has to be there. */
function missingFiles(lines: readonly string[]): FailedTest[] {
  return lines.flatMap((line) => {
    const file = NOTHING_MATCHES.exec(line)?.[1];
    return file === undefined || /[*?[{(!]/.test(file) ? [] : [failedTest(file, { file }, "there is no such file")];
  });
}

const NOTHING_MATCHES =
  /^Warning: (?:Could not find any test|Cannot find any) files matching pattern:? "?(\S[^"]{0,900}?)"?$/;

/** `  1) group`, `       name:`, the error, and `      at … (file:line:column)`. */
function failuresIn(lines: readonly string[], from: number): FailedTest[] {
  const failures: FailedTest[] = [];
  for (let index = from; index < lines.length && failures.length < MOST_FAILURES; index++) {
    if (PASSING.test(lines[index] ?? "")) break;
    if (lines[index]?.startsWith(`  ${failures.length + 1}) `)) failures.push(oneFailure(lines, index));
  }
  return failures;
}

function oneFailure(lines: readonly string[], from: number): FailedTest {
  const title = [(lines[from] ?? "").replace(/^ {2}\d{1,9}\) /, "")];
  // Every group has its own line, two columns further in than the one around it; the error begins further out.
  while (lines[from + title.length]?.search(/\S/) === 5 + 2 * title.length) {
    title.push((lines[from + title.length] ?? "").trim());
  }
  const block = linesUntil(lines, from + title.length, /^ {2}\d{1,9}\) |^ {2}\d{1,9} passing\b/, MOST_LINES_BETWEEN);
  const places = block.map((line) => /^ {4,8}at .*?\(?([^()\s]+:\d{1,9}:\d{1,9})\)?$/.exec(line)?.[1]);
  const place = places.find((each) => each !== undefined && !/(?:^|\/)node_modules\/|^node:/.test(each));
  return failedTest(title.join(" > ").replace(/:$/, ""), placeIn(place ?? ""), messageOf(block));
}

const MOST_LINES_BETWEEN = 80;

/** Values that fit in a line say more than the words around them. */
function messageOf(block: readonly string[]): string | null {
  const legend = block.findIndex((line) => line.trim() === "+ expected - actual");
  const values = legend < 0 ? [] : linesUntil(block, legend + 1, /^ {4,8}at /, MOST_LINES_BETWEEN).map(trimmed);
  const [actual, expected, ...more] = values.filter(Boolean);
  if (actual?.startsWith("-") && expected?.startsWith("+") && more.length === 0) {
    return `expected ${expected.slice(1)}, got ${actual.slice(1)}`;
  }
  const first = block.map(trimmed).find(Boolean);
  return first?.replace(/^(?:AssertionError(?: \[ERR_ASSERTION\])?|Error): /, "") ?? null;
}

const trimmed = (line: string): string => line.trim();
