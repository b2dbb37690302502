import type { FailedTest, TestCounts } from "../../record/observation.ts";
import { isNodeTest } from "../../shell/executed-file.ts";
import { type Invocation, programOf } from "../../shell/invocation.ts";
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
import { isFailure, tapFailure, tapStreams } from "./tap.ts";

/** Node's own runner, by its spec and TAP reporters. */
export const nodeTest: Runner = {
  name: "node:test",
  isNamedBy(invocation) {
    const reporter = optionValue(invocation.args, "--test-reporter")?.text;
    const isTest = isNodeTest(invocation) || (programOf(invocation) === "tsx" && hasOption(invocation.args, "--test"));
    return isTest && (reporter === undefined || reporter === "spec" || reporter === "tap");
  },
  read(lines, invocations) {
    const runs: Run[] = [];
    let from = 0;
    for (const summary of summaries(lines)) {
      runs.push(runOf(lines, from, summary, invocations));
      from = summary.end;
    }
    const at = lastTrace(lines, from);
    return at === null ? runs : [...runs, { counts: NO_COUNTS, isComplete: false, failures: [], at }];
  },
};

type Summary = { start: number; end: number; mark: "ℹ" | "#"; numbers: Readonly<Record<string, number>> };

const KEYS = ["tests", "suites", "pass", "fail", "cancelled", "skipped", "todo", "duration_ms"];

/** The eight lines at the end of a run, all of them and in their order: code under test may print a few by chance. */
function summaries(lines: readonly string[]): Summary[] {
  const found: Summary[] = [];
  for (const [start, line] of lines.entries()) {
    const mark = line.startsWith("ℹ tests ") ? "ℹ" : line.startsWith("# tests ") ? "#" : null;
    if (mark === null) continue;
    const numbers: Record<string, number> = {};
    const isWhole = KEYS.every((key, index) => {
      const [, value] = new RegExp(`^${mark} ${key} (\\d{1,9}(?:\\.\\d+)?)$`).exec(lines[start + index] ?? "") ?? [];
      numbers[key] = Number(value);
      return value !== undefined;
    });
    const { tests = 0, pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0 } = numbers;
    const isSum = tests === pass + fail + cancelled + skipped + todo;
    if (isWhole && isSum) found.push({ start, end: start + KEYS.length, mark, numbers });
  }
  return found;
}

function runOf(lines: readonly string[], from: number, summary: Summary, invocations: readonly Invocation[]): Run {
  const { pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0 } = summary.numbers;
  const files = emptyFiles(lines, from, summary);
  const passed = Math.max(0, pass - files.length);
  const failures = summary.mark === "#" ? tapFailures(lines, from, summary) : specFailures(lines, summary.end);
  const counts = { passed, failed: fail + cancelled, skipped: skipped + todo };
  const own = lines.slice(from, summary.start);
  return {
    counts,
    ...(summary.mark === "#" ? tapNames(own, counts) : specNames(own, counts, files)),
    // A test file of which no test ran: something ended its process. Where tests are picked by name that is usual.
    isComplete: passed + fail === 0 || isPicky(invocations) || !files.some(isNamedLikeTest),
    failures,
    ...(files.length > 0 ? { emptyFiles: files } : {}),
    at: summary.end,
  };
}

const isPicky = (invocations: readonly Invocation[]): boolean =>
  invocations.some(({ args }) => hasOption(args, "--test-name-pattern", "--test-skip-pattern", "--test-only"));

/**
 * Files that are reported as one passing test, because not one test in them said anything: there is none, or the process
 * ended with status 0 before it could. Only such a file stands in the report by its own name.
 */
function emptyFiles(lines: readonly string[], from: number, { start, mark }: Summary): string[] {
  const own = lines.slice(from, start);
  const pattern = mark === "ℹ" ? /^✔ (\S{1,900}) \([\d.]{1,20}ms\)$/ : /^ok \d{1,9} - (\S+)$/;
  const groups = new Set(own.filter((line) => line.startsWith("▶ ")).map((line) => line.slice(2)));
  return own.flatMap((line, at) => {
    const name = pattern.exec(line)?.[1] ?? "";
    // A suite may be named after the file that it tests; its own tests stand before it.
    const isGroup = groups.has(name) || /^ {4}1\.\.\d/.test(own[at - 1] ?? "");
    const isFile = /\.[cm]?[jt]sx?$/.test(name) && (/[\\/]/.test(name) || isNamedLikeTest(name));
    return isFile && !isGroup ? [name] : [];
  });
}

/** As `node --test` finds files by itself; anything else under `test/` may be a helper without tests. */
export const isNamedLikeTest = (path: string): boolean =>
  /(?:^|[\\/])(?:test|test-[^\\/]*|[^\\/]*[._-](?:test|spec))\.[cm]?[jt]sx?$/.test(path);

function tapFailures(lines: readonly string[], from: number, { start }: Summary): FailedTest[] {
  const own = lines.slice(from, start);
  return tapStreams(own)
    .flatMap(({ points }) => points)
    .filter((point) => isFailure(point) && !isParent(own, point.at))
    .slice(0, MOST_FAILURES)
    .map((point) => tapFailure(point, own));
}

const isParent = (lines: readonly string[], at: number): boolean =>
  lines.slice(at + 1, at + 8).some((line) => /^ {1,80}(?:type: 'suite'|failureType: 'subtestsFailed')$/.test(line));

function tapNames(own: readonly string[], counts: TestCounts): Pick<Run, "passedNames" | "skippedNames"> {
  const points = tapStreams(own)
    .flatMap((stream) => stream.points)
    .filter(
      ({ at }) => !linesUntil(own, at + 1, /^ {1,80}\.\.\.$/, 8).some((line) => /^ {1,80}type: 'suite'$/.test(line)),
    );
  const passed = points.filter((point) => point.isOk && point.directive === null);
  const skipped = points.filter(({ directive }) => directive !== null);
  return namesOf(
    counts,
    passed.map(({ name }) => name),
    skipped.map(({ name }) => name),
  );
}

/** A group that only gathers others stands in the list as well, and is no test; a test with others in it is one. */
function specNames(
  own: readonly string[],
  counts: TestCounts,
  files: readonly string[],
): Pick<Run, "passedNames" | "skippedNames"> {
  const groups = namesIn(own, /^ {0,80}▶ (.+)$/);
  const ticked = namesIn(own, /^ {0,80}✔ (.+) \([\d.]{1,20}ms\)$/).filter((name) => !files.includes(name));
  const tests = [...ticked];
  for (const group of groups) {
    const at = tests.indexOf(group);
    if (at >= 0) tests.splice(at, 1);
  }
  const skipped = [
    ...namesIn(own, /^ {0,80}﹣ (.+) \([\d.]{1,20}ms\)(?: #.*)?$/),
    ...namesIn(own, /^ {0,80}[✔✖⚠] (.+) \([\d.]{1,20}ms\) # TODO/),
  ];
  return namesOf(counts, ticked.length === counts.passed ? ticked : tests, skipped);
}

/** Behind the summary: `test at FILE:LINE:COLUMN`, `✖ name (1.5ms)`, and the error, indented. */
function specFailures(lines: readonly string[], from: number): FailedTest[] {
  const failures: FailedTest[] = [];
  for (let index = from; index < lines.length && !lines[index]?.startsWith("ℹ tests "); index++) {
    const [, where] = /^test at (.+)$/.exec(lines[index] ?? "") ?? [];
    const [, name] = /^✖ (.{1,900}) \([\d.]{1,20}ms\)(?: #.*)?$/.exec(lines[index + 1] ?? "") ?? [];
    if (where === undefined || name === undefined) continue;
    failures.push(failedTest(name, placeIn(where), specMessage(lines, index + 2)));
    if (failures.length === MOST_FAILURES) break;
  }
  return failures;
}

function specMessage(lines: readonly string[], from: number): string | null {
  const block: string[] = [];
  for (const line of lines.slice(from, from + MOST_MESSAGE_LINES)) {
    if (!line.startsWith("  ")) break;
    block.push(line.trim());
  }
  const field = (name: string) => block.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [expected, actual] = [field("expected"), field("actual")].map((value) => value?.replace(/,$/, ""));
  if (expected && actual && !/^\[\w+\]$/.test(expected)) return `expected ${expected}, got ${actual}`;
  const text = block.slice(
    0,
    Math.max(
      0,
      block.findIndex((line) => line.startsWith("at ")),
    ) || 1,
  );
  return (
    text
      .filter(Boolean)
      .slice(0, 3)
      .join(" ")
      .replace(/^(?:AssertionError \[ERR_ASSERTION\]|Error): |^'|'$/g, "") || null
  );
}

const MOST_MESSAGE_LINES = 60;

/** A run that began and never summed up. */
function lastTrace(lines: readonly string[], from: number): number | null {
  const trace = /^TAP version 13$|^ {0,40}[✔✖﹣] .{1,900} \(\d{1,9}\.\d{1,9}ms\)(?: #.*)?$/u;
  for (let index = lines.length - 1; index >= from; index--) {
    if (lines[index] === "✖ failing tests:") return null;
    if (trace.test(lines[index] ?? "") && !isInFailingTests(lines, index, from)) return index;
  }
  return null;
}

function isInFailingTests(lines: readonly string[], index: number, from: number): boolean {
  return from > 0 && (lines[index - 1] ?? "").startsWith("test at ");
}
