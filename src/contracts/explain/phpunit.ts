import type { FailedTest, TestCounts } from "../../record/observation.ts";
import { executedFile } from "../../shell/executed-file.ts";
import { programOf } from "../../shell/invocation.ts";
import {
  failedTest,
  linesUntil,
  MOST_FAILURES,
  NO_COUNTS,
  numberIn,
  placeIn,
  type Run,
  type Runner,
  unfinishedRun,
} from "./runner.ts";

/** PHPUnit: `OK (2 tests, 3 assertions)`, or `Tests: 5, Assertions: 4, Errors: 1, Failures: 2.` */
export const phpunit: Runner = {
  name: "phpunit",
  isNamedBy(invocation) {
    const isPhpunit =
      programOf(invocation) === "phpunit" || /(?:^|\/)phpunit(?:\.phar)?$/.test(executedFile(invocation)?.text ?? "");
    return isPhpunit && !invocation.args.some(({ text }) => NOT_COUNTING.test(text ?? ""));
  },
  read(lines) {
    const runs: Run[] = [];
    let begin: number | null = null;
    for (const [at, line] of lines.entries()) {
      if (/^PHPUnit \d[\d.]* by Sebastian Bergmann/.test(line)) {
        if (begin !== null) runs.push(unfinishedRun(at));
        begin = at;
      }
      const counts = begin === null ? null : countsIn(line);
      if (begin === null || counts === null) continue;
      const own = lines.slice(begin, at);
      // Up to version 9, a class without a test is told as a test that warns.
      const warnings = own.filter((each) => /^\d{1,9}\) Warning$/.test(each)).length;
      counts.passed = Math.max(0, counts.passed - warnings);
      runs.push({ counts, isComplete: true, failures: failuresIn(own), at });
      begin = null;
    }
    return begin === null || lines.slice(begin).some((line) => /^Cannot open file |^Test file "/.test(line))
      ? runs
      : [...runs, unfinishedRun(lines.length)];
  },
};

const NOT_COUNTING = /^--(?:list-|version|help|teamcity|no-output|no-results|check-version|generate-|migrate-)|^-h$/;

function countsIn(line: string): TestCounts | null {
  const fine = /^OK \((\d{1,9}) tests?, \d{1,9} assertions?\)$/.exec(line)?.[1];
  if (fine !== undefined) return { ...NO_COUNTS, passed: Number(fine) };
  if (line === "No tests executed!") return { ...NO_COUNTS };
  if (!/^Tests: \d{1,9}, Assertions: \d{1,9}(?:, [A-Z][\w ]{2,30}: \d{1,9}){0,12}\.$/.test(line)) return null;
  const numberOf = (word: string) => numberIn(line, new RegExp(`(?:^|, )${word}: (\\d+)`));
  const failed = numberOf("Errors") + numberOf("Failures");
  const skipped = numberOf("Skipped") + numberOf("Incomplete");
  return { passed: Math.max(0, numberOf("Tests") - failed - skipped), failed, skipped };
}

/** `1) FailTest::testAdds`, its message, an empty line, and `/repo/FailTest.php:5`. Below warnings they are none. */
function failuresIn(lines: readonly string[]): FailedTest[] {
  const failures: FailedTest[] = [];
  let isFailing = false;
  for (let index = 0; index < lines.length && failures.length < MOST_FAILURES; index++) {
    const line = lines[index] ?? "";
    const section = /^There (?:was|were) \d{1,9} (?:PHPUnit )?(\w+)/.exec(line)?.[1];
    if (section !== undefined) isFailing = /^(?:error|failure)/.test(section);
    const [, name] = /^\d{1,9}\) (\S.*)$/.exec(line) ?? [];
    if (name === undefined || !isFailing) continue;
    const block = linesUntil(lines, index + 1, /^\d{1,9}\) \S|^There (?:was|were) \d|^--$/, MOST_LINES_BETWEEN);
    const place = block.find((each) => /^\/?\S.*\.php:\d{1,9}$/.test(each) && !/\/vendor\//.test(each));
    const message = linesUntil(block, 0, /^$|^--- Expected$/, 3).join(" ");
    failures.push(failedTest(name, placeIn(place ?? ""), message));
  }
  return failures;
}

const MOST_LINES_BETWEEN = 80;
