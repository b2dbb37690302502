import type { FailedTest } from "../../record/observation.ts";
import { hasOption } from "../../shell/operands.ts";
import {
  failedTest,
  linesUntil,
  MOST_FAILURES,
  namesIn,
  namesOf,
  numberIn,
  placeIn,
  type Run,
  type Runner,
} from "./runner.ts";
import { wordsForRunner } from "./runner-words.ts";
import { tapRuns } from "./tap.ts";

/** AVA: a line for each test, a rule, and `2 tests passed`; or TAP. */
export const ava: Runner = {
  name: "ava",
  isNamedBy(invocation) {
    const words = wordsForRunner(invocation, "ava");
    return (
      words !== null && words[0]?.text !== "reset-cache" && !hasOption(words, "--version", "--help", "-w", "--watch")
    );
  },
  read(lines, invocations) {
    const runs: Run[] = [];
    let from = 0;
    let hasList = false;
    const sumsAt = lines.flatMap((line, at) => (SUM.test(line) ? [at] : []));
    for (let at = 0; at < lines.length; at++) {
      hasList ||= LISTED.test(lines[at] ?? "");
      // The first rule closes the list; others stand behind the failures.
      if (lines[at] !== "  ─" || !hasList) continue;
      while (sumsAt[0] !== undefined && sumsAt[0] < at) sumsAt.shift();
      const run = runOf(lines, from, at, sumsAt);
      runs.push(run);
      [at, from, hasList] = [run.at, run.at + 1, false];
    }
    const isTap = invocations.some(({ args }) => hasOption(args, "--tap", "-t"));
    return isTap && runs.length === 0 ? tapRuns(lines) : runs;
  },
};

const LISTED = /^ {2}([✔✓✘✖-]) (?:\[(skip|todo|fail|expected fail)\]:? )?(\S.*?)(?: \([\d.]+m?s\))?$/;

function runOf(lines: readonly string[], from: number, rule: number, sumsAt: readonly number[]): Run {
  const own = lines
    .slice(from, rule)
    .map((line) => LISTED.exec(line))
    .filter((found) => found !== null);
  // Only the accounts of failures stand between the list and its sums.
  const first = sumsAt.find((index) => index > rule) ?? lines.length;
  const sums = linesUntil(lines, first, /^(?! {2}\d)/, 8).map((line) => line.trim());
  const at = sums.length === 0 ? rule : first + sums.length - 1;
  const numberOf = (words: RegExp) =>
    sums.reduce((total, line) => total + (words.test(line) ? numberIn(line, /^(\d+)/) : 0), 0);
  // Where there are failures, those that passed are listed, and not counted.
  const passed = own
    .filter(([, mark, kind]) => /[✔✓]/.test(mark ?? "") && kind !== "expected fail")
    .map(([, , , name]) => name ?? "");
  const skipped = own
    .filter(([, mark, kind]) => mark === "-" || kind === "expected fail")
    .map(([, , , name]) => name ?? "");
  // What is wrong with a file as a whole: it ended too early, or cannot be loaded.
  const files = own
    .filter(([, mark, kind]) => /[✘✖]/.test(mark ?? "") && kind === undefined)
    .map(([, , , said]) => said ?? "");
  const isEmpty = files.length > 0 && passed.length === 0 && files.every((said) => /^No tests found in /.test(said));
  const broken = isEmpty ? [] : files.filter((said) => !/^No tests found in /.test(said));
  const failed = numberOf(/ tests? failed$/) + broken.length;
  const counts = {
    passed: Math.max(passed.length, numberOf(/ tests? passed$/)),
    failed,
    skipped: numberOf(/ known failures?$| tests? (?:skipped|todo)$/),
  };
  return {
    counts,
    isComplete: isEmpty || sums.length > 0,
    failures: [...failuresIn(lines.slice(rule, at)), ...broken.map((said) => failedTest(said, null, null))].slice(
      0,
      MOST_FAILURES,
    ),
    at,
    ...namesOf(counts, passed.map(ownName), skipped.map(ownName)),
  };
}

/** AVA puts the file before a test's name as soon as there is a second file, so that the same test would get another name. */
const ownName = (name: string): string => name.replace(/^[^›]+ › /, "");

const SUM =
  /^ {2}\d{1,9} (?:tests? (?:passed|failed|skipped|todo)|known failures?|uncaught exceptions?|unhandled rejections?)$/;

/** The test's name, an empty line, and `  ava/fail.js:3`, with the difference further down. */
function failuresIn(lines: readonly string[]): FailedTest[] {
  const failures: FailedTest[] = [];
  const begins = lines.flatMap((line, at) => (/^ {2}\S/.test(line) && isHeading(lines, at) ? [at] : []));
  for (const [index, at] of begins.entries()) {
    if (failures.length >= MOST_FAILURES) break;
    const block = lines.slice(at + 1, begins[index + 1] ?? lines.length);
    const places = namesIn(block, /(?:^ {2}|\(| at )((?:file:\/\/)?[^\s()]+:\d{1,9}(?::\d{1,9})?)\)?$/);
    const place = places.find((each) => !/(?:^|\/)node_modules\/|^node:/.test(each));
    failures.push(failedTest((lines[at] ?? "").trim(), placeIn(place ?? ""), messageOf(block)));
  }
  return failures;
}

/** Two empty lines or the rule stand above a failure's name, and an empty line below it. */
const isHeading = (lines: readonly string[], at: number): boolean =>
  lines[at + 1] === "" &&
  lines[at - 1] === "" &&
  (lines[at - 2] === "  ─" || (lines[at - 2] === "" && lines[at - 3] === ""));

function messageOf(block: readonly string[]): string | null {
  const difference = block.findIndex((line) => /^ {2}Difference \(- actual, \+ expected\):$/.test(line));
  const values =
    difference < 0
      ? []
      : block
          .slice(difference + 1)
          .map((line) => line.trim())
          .filter((line) => /^[-+] /.test(line));
  const [actual, expected, ...more] = values;
  if (actual?.startsWith("-") && expected?.startsWith("+") && more.length === 0) {
    return `expected ${valueIn(expected)}, got ${valueIn(actual)}`;
  }
  const error = block.find((line) => /^ {2}(?:[A-Z]\w*)?Error: /.test(line));
  return (
    (error ?? block.find((line) => /^ {2}\S.*[^:]$/.test(line) && !/:\d+$/.test(line)))
      ?.trim()
      .replace(/^Error: /, "") ?? null
  );
}

const valueIn = (line: string): string => line.slice(2).trim().replace(/,$/, "");
