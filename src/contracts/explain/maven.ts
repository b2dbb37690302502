import type { FailedTest } from "../../record/observation.ts";
import { programOf } from "../../shell/invocation.ts";
import { hasOption, operandsOf, optionsTaking } from "../../shell/operands.ts";
import { added, failedTest, MOST_FAILURES, NO_COUNTS, numberIn, type Runner } from "./runner.ts";

/** Maven's Surefire and Failsafe: `Tests run: 4, Failures: 1, Errors: 1, Skipped: 1` below `Results:`, for every module. */
export const maven: Runner = {
  name: "maven",
  isNamedBy(invocation) {
    const { args } = invocation;
    if (!/^mvnw?$/.test(programOf(invocation)) || hasOption(args, "-q", "--quiet", "-v", "--version", "-h", "--help"))
      return false;
    if (args.some(({ text }) => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(text ?? ""))) return false;
    return operandsOf(args, MAVEN_OPTIONS).some(({ text }) => text === "test" || text === "surefire:test");
  },
  read(output, invocations) {
    const lines = output.map((line) => line.replace(/^\[(?:INFO|WARNING|ERROR)\] ?/, ""));
    let counts = NO_COUNTS;
    let at = -1;
    let isOpen = false;
    let hasResults = false;
    for (const [index, line] of lines.entries()) {
      if (/^Running \S+$/.test(line)) [at, isOpen] = [index, true];
      if (/^Results ?:$/.test(line)) hasResults = true;
      if (line === "No tests to run." && invocations.length > 0) at = index;
      if (!hasResults || !TOTAL.test(line)) continue;
      const numberOf = (word: string) => numberIn(line, new RegExp(`${word}: (\\d+)`));
      const [failed, skipped] = [numberOf("Failures") + numberOf("Errors"), numberOf("Skipped")];
      counts = added(counts, { passed: numberOf("Tests run") - failed - skipped, failed, skipped });
      [at, isOpen, hasResults] = [index, false, false];
    }
    return at < 0 ? [] : [{ counts, isComplete: !isOpen, failures: failuresIn(lines), at }];
  },
};

const MAVEN_OPTIONS = optionsTaking(
  "-f",
  "--file",
  "-pl",
  "--projects",
  "-P",
  "--activate-profiles",
  "-s",
  "--settings",
  "-T",
  "--threads",
  "-rf",
  "-l",
  "-D",
);

const TOTAL = /^Tests run: \d{1,9}, Failures: \d{1,9}, Errors: \d{1,9}, Skipped: \d{1,9}(?:, Flakes: \d{1,9})?$/;

/** `breaks(FailTest)  Time elapsed: 0.01 s  <<< ERROR!`, the error, and `\tat FailTest.breaks(FailTest.java:6)`. */
function failuresIn(lines: readonly string[]): FailedTest[] {
  const failures: FailedTest[] = [];
  for (let index = 0; index < lines.length && failures.length < MOST_FAILURES; index++) {
    const [, title] =
      /^(\S.{0,400}?) {1,3}(?:-- )?Time elapsed: [\d.,]+ s(?:ec)? +<<< (?:FAILURE|ERROR)!$/.exec(lines[index] ?? "") ??
      [];
    if (title === undefined || /^Tests run: /.test(title)) continue;
    const block = lines.slice(index + 1, index + MOST_LINES_BETWEEN);
    const end = block.indexOf("");
    failures.push(failedTest(title, placeOf(title, end < 0 ? block : block.slice(0, end)), messageOf(block[0] ?? "")));
  }
  return failures;
}

/** The frame of the test's own class; others are of the library that says no. */
function placeOf(title: string, block: readonly string[]): { file: string; line: number } | null {
  const owner = /\((\S+)\)$/.exec(title)?.[1] ?? title.slice(0, Math.max(0, title.lastIndexOf(".")));
  const frame = block.map((line) => /^\s+at (?:\S+\/)?(\S+)\.[\w$<>]+\((\w+\.\w+):(\d{1,9})\)/.exec(line));
  const own = frame.find((found) => found?.[1] === owner) ?? frame.find((found) => found);
  return own ? { file: own[2] ?? "", line: Number(own[3]) } : null;
}

const messageOf = (line: string): string =>
  line
    .replace(/^(?:[\w.]+\.)?(?:AssertionError|AssertionFailedError|ComparisonFailure): /, "")
    .replace(/^expected: ?<(.*)> but was: ?<(.*)>$/, "expected $1, got $2");

const MOST_LINES_BETWEEN = 60;
