import { programOf } from "../../shell/invocation.ts";
import { hasOption } from "../../shell/operands.ts";
import { failedTest, MOST_FAILURES, NO_COUNTS, namesOf, type Run, type Runner, unfinishedRun } from "./runner.ts";

/** CMake's CTest: a line for each test, and `50% tests passed, 1 tests failed out of 2`. */
export const ctest: Runner = {
  name: "ctest",
  isNamedBy: (invocation) => programOf(invocation) === "ctest" && !hasOption(invocation.args, ...NOT_COUNTING),
  read(lines) {
    const runs: Run[] = [];
    let from = 0;
    let isOpen = false;
    for (const [at, line] of lines.entries()) {
      if (/^Test project \S/.test(line)) [from, isOpen] = [at, true];
      const isNone = isOpen && line === "No tests were found!!!";
      if (!isNone && !/^\d{1,3}% tests passed, \d{1,9} tests? failed out of \d{1,9}$/.test(line)) continue;
      runs.push(isNone ? { counts: NO_COUNTS, isComplete: true, failures: [], at } : runOf(lines.slice(from, at), at));
      [from, isOpen] = [at + 1, false];
    }
    return isOpen ? [...runs, unfinishedRun(lines.length)] : runs;
  },
};

const NOT_COUNTING = [
  "-N",
  "--show-only",
  "-Q",
  "--quiet",
  "-S",
  "--script",
  "--build-and-test",
  "--version",
  "--help",
];

/** ` 2/7 Test  #3: crashes ....***Exception: SegFault  0.00 sec`. Those that did not run have passed in its own sum. */
const RESULT =
  /^ {0,9}\d{1,9}\/\d{1,9} Test {1,9}#\d{1,9}: (\S.*?) \.{2,}(?: {0,3}(Passed)|\*\*\*(.+?)) {1,9}[\d.]{1,12} sec/;

function runOf(own: readonly string[], at: number): Run {
  const results = own.flatMap((line) => {
    const [, name, passed, other = ""] = RESULT.exec(line) ?? [];
    return name === undefined ? [] : [{ name, how: passed ?? other.trim() }];
  });
  const isSkipped = ({ how }: { how: string }) => /^(?:Skipped|Not Run \(Disabled\))/.test(how);
  const passed = results.filter(({ how }) => how === "Passed").map(({ name }) => name);
  const skipped = results.filter(isSkipped).map(({ name }) => name);
  const failed = results.filter((result) => result.how !== "Passed" && !isSkipped(result));
  const counts = { passed: passed.length, failed: failed.length, skipped: skipped.length };
  const failures = failed.slice(0, MOST_FAILURES).map(({ name, how }) => failedTest(name, null, how));
  return { counts, isComplete: true, failures, at, ...namesOf(counts, passed, skipped) };
}
