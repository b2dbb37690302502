import type { StdoutTest } from "../../plan/model.ts";
import type { Exit } from "../../record/exit.ts";
import type { FailedTest, KeptText, TestReport } from "../../record/observation.ts";
import { unreachable } from "../../std/unreachable.ts";
import { compilerError } from "./compilers.ts";
import { lastLines } from "./complaint.ts";
import { keptLines } from "./plain-lines.ts";
import { complaintOf, sceneOf, unverifiedReason } from "./unverified.ts";
import { withoutTests } from "./without-tests.ts";

/** What a person reads first. Raw text without colours: the caller makes it visible. Never longer than a screen. */
export type Explanation = { headline: string; details: string[] };

export type Explained = {
  command: string;
  exit: Exit;
  log: KeptText;
  report: TestReport | null;
  wanted: { exitCode: number; stdout?: StdoutTest | undefined; timeout?: number | undefined };
};

export function explain(run: Explained): Explanation {
  const lines = keptLines(run.log);
  const told = headlineAndDetails(run, lines);
  return { headline: clipped(told.headline, LONGEST_HEADLINE), details: told.details.map((line) => clipped(line)) };
}

function headlineAndDetails(run: Explained, lines: readonly string[]): Explanation {
  const { exit, report } = run;
  switch (exit.kind) {
    case "stopped":
      return { headline: stopped(exit.by, run, lines), details: lastLines(lines, MOST_DETAILS) };
    case "signalled": {
      const headline = exit.signal === "SIGSEGV" ? "segmentation fault (SIGSEGV)" : `ended by ${exit.signal}`;
      return { headline, details: lastLines(lines, MOST_DETAILS) };
    }
    case "exited":
      if (report !== null && report.failures.length > 0) {
        return notRun(run, exit.code, lines) ?? failedTests(report, lines);
      }
      if (exit.code === run.wanted.exitCode) return asWanted(run, exit.code, lines);
      return { headline: failed(run, exit.code, lines), details: lastLines(lines, MOST_DETAILS) };
    default:
      return unreachable(exit);
  }
}

function stopped(
  by: Extract<Exit, { kind: "stopped" }>["by"],
  { wanted }: Explained,
  lines: readonly string[],
): string {
  const [last] = lastLines(lines, 1);
  const end =
    last === undefined ? "; it printed nothing" : `; the last line was ${JSON.stringify(clipped(last.trim(), 120))}`;
  switch (by) {
    case "seconds": {
      const time = wanted.timeout === undefined ? "killed when its time was up" : `killed after ${wanted.timeout} s`;
      return `${time}${isWatching(lines) ? "; it watches for file changes and never ends by itself" : end}`;
    }
    case "memory":
      return `killed because it used too much memory${end}`;
    case "output":
      return `killed because it printed too much${end}`;
    case "disk":
      return `killed because it had nearly filled the disk${end}`;
    case "caller":
      return `interrupted${end}`;
    default:
      return unreachable(by);
  }
}

const isWatching = (lines: readonly string[]): boolean =>
  lastLines(lines, 8).some((line) => /(?:Watching|[Ww]aiting) for file changes|^ ?(?:Watch Usage|› Press )/.test(line));

function failedTests({ runner, counts, failures, isComplete }: TestReport, lines: readonly string[]): Explanation {
  const [first, ...others] = failures;
  if (first === undefined) return { headline: "a test fails", details: [] };
  const total = counts.passed + counts.failed;
  const many = !isComplete
    ? "the test run ended early"
    : total === 1
      ? "the only test fails"
      : `${counts.failed} of ${total} tests fail`;
  // Without `-v`, Go says nothing of the tests that pass: the one that fails need not be the only one.
  const isWhole = total === 1 && (first.name === first.file || runner === "go");
  const shown = others.slice(0, MOST_DETAILS - 1).map((test) => inWords(test, lines));
  const hidden = Math.max(counts.failed - 1, others.length) - shown.length;
  return {
    headline: isWhole ? inWords(first, lines) : `${many}: ${inWords(first, lines)}`,
    details: hidden > 0 ? [...shown, `… and ${hidden} more`] : shown,
  };
}

/** `"adds" (test/a.test.js:5): expected 3, got 4` */
function inWords({ name, file, line, message }: FailedTest, lines: readonly string[]): string {
  const place = file === undefined ? null : line === undefined ? file : `${file}:${line}`;
  // Node says of a file that it could not load only that it failed.
  const said = message === "test failed" ? (compilerError(lines) ?? message) : message;
  const subject = name === file ? place : `"${name}"${place === null ? "" : ` (${place})`}`;
  return said === undefined ? `${subject}` : `${subject}: ${said}`;
}

function asWanted(run: Explained, code: number, lines: readonly string[]): Explanation {
  const { report, wanted, log } = run;
  const details = lastLines(lines, MOST_DETAILS);
  const text = wanted.stdout?.kind === "contains" ? wanted.stdout.text : null;
  const printed = [log.head + log.tail, lines.join("\n")];
  if (text !== null && log.dropped === 0 && !printed.some((each) => each.includes(text))) {
    return { headline: `exit status ${code}, but it does not print ${JSON.stringify(text)}`, details };
  }
  if (report === null) return { headline: `exit status ${code}`, details };
  if (!report.isComplete) {
    return { headline: withoutTests(report) ?? `${report.runner} never said how it ended`, details };
  }
  const { passed, failed: failures, skipped } = report.counts;
  const extra = [failures > 0 ? `${failures} fail` : "", skipped > 0 ? `${skipped} skipped` : ""].filter(Boolean);
  const headline =
    passed + failures === 0
      ? (withoutTests(report) ?? "no test ran")
      : `${passed} ${passed === 1 ? "test passes" : "tests pass"}`;
  return { headline: [headline, ...extra].join(", "), details: [] };
}

function notRun({ command, exit, log, report }: Explained, code: number, lines: readonly string[]): Explanation | null {
  const found = unverifiedReason(exit, command, log, report);
  return found && { headline: `exit status ${code}: ${found.told}`, details: lastLines(lines, MOST_DETAILS) };
}

/** The most exact words there are: of a tool, of a compiler, of the last line. */
function failed({ command, report }: Explained, code: number, lines: readonly string[]): string {
  const scene = sceneOf(code, command, lines);
  const complaint = complaintOf(scene, report);
  const isAboutRule = complaint?.reason === null && complaint.told.startsWith("make: the rule");
  const told = complaint && !isAboutRule ? complaint.told : (compilerError(lines) ?? complaint?.told);
  if (told !== undefined) return `exit status ${code}: ${told}`;
  if (report !== null && !report.isComplete) return `exit status ${code}: ${report.runner} never said how it ended`;
  if (report !== null && report.counts.failed > 0) {
    return `exit status ${code}: ${report.counts.failed} of ${report.counts.passed + report.counts.failed} tests fail`;
  }
  const last = scene.last.findLast((line) => !CLOSING.test(line)) ?? scene.last.at(-1);
  if (last !== undefined) return `exit status ${code}: ${last.trim()}`;
  return `exit status ${code}, and nothing printed${isSingle(command) ? ` by \`${command.trim()}\`` : ""}`;
}

/** A rule across the screen closes a report, as Jest's summary does; the words are above it. */
const CLOSING =
  /^(?:={3}|!{3}|-{3}|_{3}|⎯{3})|^(?:Test Suites|Tests|Time): {1,12}\d|^Snapshots: {1,12}(?:\d+ passed, )?\d+ total$|^Ran all test suites/;

const isSingle = (command: string): boolean => !/[\n;&|]/.test(command.trim());

const clipped = (text: string, most = 200): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const LONGEST_HEADLINE = 400;
const MOST_DETAILS = 12;
