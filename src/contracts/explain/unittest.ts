import type { FailedTest, TestCounts } from "../../record/observation.ts";
import { programOf } from "../../shell/invocation.ts";
import { hasOption } from "../../shell/operands.ts";
import {
  failedTest,
  linesUntil,
  MOST_FAILURES,
  namesOf,
  numberIn,
  type Run,
  type Runner,
  unfinishedRun,
} from "./runner.ts";

/** Python's own unittest, and what is built upon it: `Ran 3 tests in 0.001s`, an empty line, and how it ended. */
export const unittest: Runner = {
  name: "unittest",
  isNamedBy: (invocation) => programOf(invocation) === "unittest" && !hasOption(invocation.args, "-h", "--help"),
  read(lines) {
    const runs: Run[] = [];
    let from = 0;
    for (const [at, line] of lines.entries()) {
      const ran = /^Ran (\d{1,9}) tests? in [\d.]{1,20}s$/.exec(line)?.[1];
      const end = END.exec(lines[at + 2] ?? "");
      if (ran === undefined || end === null) continue;
      runs.push(runOf(lines.slice(from, at), Number(ran), end[1] ?? "", at + 2));
      from = at + 3;
    }
    const isCut = lines.slice(from).some((line) => /^test\w* \([\w.]+\) \.\.\. /.test(line));
    return isCut ? [...runs, unfinishedRun(lines.length)] : runs;
  },
};

/** `OK (skipped=1)`, `FAILED (failures=4, errors=2)`; from Python 3.12 on also `NO TESTS RAN`. */
const END = /^(?:OK|FAILED|NO TESTS RAN)(?: \(([a-z]+(?: [a-z]+)?=\d{1,9}(?:, [a-z]+(?: [a-z]+)?=\d{1,9}){0,5})\))?$/;

function runOf(own: readonly string[], ran: number, remarks: string, at: number): Run {
  const numberOf = (word: string) => numberIn(remarks, new RegExp(`(?:^|, )${word}=(\\d+)`));
  const skipped = numberOf("skipped") + numberOf("expected failures");
  const failed = numberOf("failures") + numberOf("errors") + numberOf("unexpected successes");
  const failures = failuresIn(own);
  // A test with sub-tests fails as often as they do, and a class that cannot be set up is no test at all.
  const failing = new Set(
    failures
      .map(({ name }) => name.replace(/ \(.*$/, ""))
      .filter((name) => !/^(?:setUp|tearDown)(?:Class|Module)$/.test(name)),
  );
  const told = resultsIn(own);
  // Whether a skipped test counts among those that ran depends on the version: who sees more ticks is right.
  const passed = Math.max(0, told.passed.length, marksIn(own), ran - failing.size - skipped);
  const counts: TestCounts = { passed: Math.min(passed, ran), failed, skipped };
  return { counts, isComplete: true, failures, at, ...namesOf(counts, told.passed, told.skipped) };
}

/** `.F.s`, in a line of its own. */
const marksIn = (lines: readonly string[]): number =>
  lines
    .filter((line) => /^[.FEsxu]+$/.test(line))
    .join("")
    .replace(/[^.]/g, "").length;

/** With `-v`: `test_a (app.TestAdd.test_a) ... ok`. What the test prints stands between; a docstring has its own line. */
function resultsIn(lines: readonly string[]): { passed: string[]; skipped: string[] } {
  const found = { passed: [] as string[], skipped: [] as string[] };
  let name: string | null = null;
  for (const line of lines) {
    const [, method, owner = ""] = /^(test\w*) \(([\w.]+)\)/.exec(line) ?? [];
    // Before Python 3.11 only the class stood there; the module is left out, so that a file may move.
    if (method !== undefined) name = `${owner.replace(new RegExp(`\\.${method}$`), "").replace(/^.*\./, "")}.${method}`;
    const [, result] = /(?:^| \.\.\. .*?)(ok|skipped(?: .*)?|expected failure)$/.exec(line) ?? [];
    if (name === null || result === undefined) continue;
    (result === "ok" ? found.passed : found.skipped).push(name);
    name = null;
  }
  return found;
}

/** `FAIL: test_adds (app.TestAdd.test_adds)` between two rules, then the traceback and its error. */
function failuresIn(lines: readonly string[]): FailedTest[] {
  const failures: FailedTest[] = [];
  for (let index = 0; index < lines.length && failures.length < MOST_FAILURES; index++) {
    const [, title] = /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (\S.*)$/.exec(lines[index] ?? "") ?? [];
    if (title === undefined || !/^={70}$/.test(lines[index - 1] ?? "")) continue;
    const rule = lines.indexOf("-".repeat(70), index);
    const block = rule < 0 ? [] : linesUntil(lines, rule + 1, /^={70}$|^-{70}$/, MOST_LINES_BETWEEN);
    // `test_many (app.TestAdd.test_many) (n=0)`: a sub-test keeps what tells it from the others.
    const name = title.replace(/^(\S+) \([^()]*\)/, "$1");
    failures.push(failedTest(name, placeOf(block), messageOf(block)));
  }
  return failures;
}

/** The last frame that is not of Python's own library. */
function placeOf(block: readonly string[]): { file: string; line: number } | null {
  const frames = block.map((line) => /^ {2}File "(.+)", line (\d{1,9})/.exec(line)).filter((found) => found !== null);
  const own = frames.findLast(([, file]) => !/\/lib(?:64)?\/python[\d.]+\/|^<frozen /.test(file ?? ""));
  return own === undefined ? null : { file: own[1] ?? "", line: Number(own[2]) };
}

function messageOf(block: readonly string[]): string | null {
  const message = block.findLast((line) => /^[A-Za-z_][\w.]*(?:: |$)/.test(line));
  return message?.replace(/^AssertionError: /, "") ?? null;
}

const MOST_LINES_BETWEEN = 200;
