import type { FailedTest } from "../../record/observation.ts";
import { programOf } from "../../shell/invocation.ts";
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

/** RSpec: `6 examples, 2 failures, 3 pending`, by its progress and by its documentation. */
export const rspec: Runner = {
  name: "rspec",
  isNamedBy(invocation) {
    if (programOf(invocation) !== "rspec" || hasOption(invocation.args, ...NOT_RUNNING)) return false;
    const formats = invocation.args.flatMap(({ text }, at, all) =>
      /^(?:-f|--format)$/.test(text ?? "")
        ? [all[at + 1]?.text ?? ""]
        : (/^(?:-f|--format=)(\w+)$/.exec(text ?? "")?.slice(1) ?? []),
    );
    return (
      formats.length === 0 || formats.some((format) => /^(?:p|progress|d|doc|documentation|s|specdoc)$/.test(format))
    );
  },
  read(lines) {
    const runs: Run[] = [];
    let from = 0;
    for (const [at, line] of lines.entries()) {
      if (!SUMMARY.test(line) || !/^Finished in /.test(lines[at - 1] ?? "")) continue;
      runs.push(runOf(lines.slice(from, at), line, at));
      from = at + 1;
    }
    return runs;
  },
};

const NOT_RUNNING = ["--dry-run", "--version", "-v", "--help", "-h", "--init", "--bisect"];

const SUMMARY =
  /^\d{1,9} examples?, \d{1,9} failures?(?:, \d{1,9} pending)?(?:, \d{1,9} errors? occurred outside of examples)?$/;

function runOf(own: readonly string[], summary: string, at: number): Run {
  const [examples, failed, skipped, outside] = [
    numberIn(summary, /^(\d+) example/),
    numberIn(summary, /(\d+) failure/),
    numberIn(summary, /(\d+) pending/),
    numberIn(summary, /(\d+) error/),
  ];
  const counts = { passed: Math.max(0, examples - failed - skipped), failed: failed + outside, skipped };
  const { passed, pending } = documented(own);
  const accounts = own.findIndex((line) => /^(?:Pending: \(|Failures:$|Finished in )/.test(line));
  const progress = own.slice(0, accounts < 0 ? own.length : accounts);
  // An example that ends the process is counted, and leaves no mark.
  const marks = progress.join("").replace(/[^.F*]/g, "").length;
  const isProgress =
    progress.every((line) => /^[.F*\s]*$/.test(line)) || progress.some((line) => /^[.F*]+$/.test(line));
  const isCut = isProgress && marks < examples;
  return {
    counts,
    isComplete: !isCut,
    failures: [...outsideOf(own), ...failuresIn(own)].slice(0, MOST_FAILURES),
    at,
    ...namesOf(counts, passed, pending),
  };
}

/** Examples by their titles; a line with others further in below it is a group. */
function documented(own: readonly string[]): { passed: string[]; pending: string[] } {
  const end = own.findIndex((line) => /^(?:Pending: \(|Failures:$|Finished in )/.test(line));
  const lines = own.slice(0, end < 0 ? own.length : end).filter((line) => line.trim() !== "");
  const leaves = lines.filter((line, at) => indentOf(line) > 0 && indentOf(lines[at + 1] ?? "") <= indentOf(line));
  return {
    passed: leaves.filter((line) => !/ \((?:FAILED - \d+|PENDING: .*)\)$/.test(line)),
    pending: namesIn(leaves, /^(.*) \(PENDING: .*\)$/),
  };
}

const indentOf = (line: string): number => Math.max(0, line.search(/\S/));

/** `  1) App adds` behind `Failures:`, what is wrong, and `     # ./spec/a_spec.rb:4:in …`. */
function failuresIn(lines: readonly string[]): FailedTest[] {
  const failures: FailedTest[] = [];
  const from = lines.indexOf("Failures:");
  for (let index = from + 1; from >= 0 && index < lines.length && failures.length < MOST_FAILURES; index++) {
    const [, name] = /^ {2}\d{1,9}\) (\S.*)$/.exec(lines[index] ?? "") ?? [];
    if (name === undefined) continue;
    const block = linesUntil(lines, index + 1, /^ {2}\d{1,9}\) \S|^Finished in /, MOST_LINES_BETWEEN);
    failures.push(failedTest(name, placeOf(block), messageOf(block)));
  }
  return failures;
}

/** A file that cannot be loaded. */
function outsideOf(lines: readonly string[]): FailedTest[] {
  return lines.flatMap((line, at) => {
    const [, file] =
      /^An error occurred (?:while loading|outside of examples in) (\S+?)\.?(?: - Did you mean\?)?$/.exec(line) ?? [];
    if (file === undefined) return [];
    const block = linesUntil(lines, at + 1, /^(?:An error occurred|Finished in )/, MOST_LINES_BETWEEN);
    const own = file.replace(/^\.\//, "");
    return [failedTest(own, placeOf(block) ?? { file: own }, messageOf(block))];
  });
}

function placeOf(block: readonly string[]): { file: string; line: number } | null {
  const places = block.map((line) => /^ *# (\.\/\S+\.rb:\d{1,9})(?::in|$)/.exec(line)?.[1]);
  return placeIn((places.find((place) => place !== undefined) ?? "").replace(/^\.\//, ""));
}

function messageOf(block: readonly string[]): string | null {
  const text = block.map((line) => line.trim()).filter(Boolean);
  const field = (name: string) => text.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [expected, got] = [field("expected"), field("got")];
  if (expected !== undefined && got !== undefined) return `expected ${expected}, got ${got}`;
  const error = text.findIndex((line) => /^[A-Z][\w:]*:$/.test(line));
  if (error >= 0) return `${text[error]} ${text[error + 1] ?? ""}`;
  return text.find((line) => !/^(?:Failure\/Error: |#|rspec \.\/)/.test(line)) ?? null;
}

const MOST_LINES_BETWEEN = 80;
