import { lastLines } from "./complaint.ts";

/**
 * The line in which a test run of any runner sums up: how many passed, or how many there were. What speaks of failures alone
 * is no such line, because whoever finds nothing wrong may say nothing.
 */
export function closingLine(lines: readonly string[]): string | null {
  return lastLines(lines, MOST_LINES).findLast((line) => SUMS.some((sum) => sum.test(line))) ?? null;
}

/** Behind the sum may stand how long it took, what is slow, and what a package manager says. */
const MOST_LINES = 16;

const PASSED = "(?:pass(?:ed|es|ing)?|succeeded|successful|ok)";
const TESTS = "(?:tests?|test cases?|specs?|examples?|scenarios?|assertions?|checks?)";

/** Not of a difference that is shown: those lines begin with a sign. */
const SUMS: readonly RegExp[] = [
  // `3 passed`, `3/4 tests passed`
  `\\d{1,9} (?:of \\d{1,9} )?(?:${TESTS} )?(?:have |were )?${PASSED}\\b`,
  // `passed: 3`, `# pass  3`, `OK (3 …`
  `\\b${PASSED} ?[:=]? {0,9}\\(?\\d{1,9}\\b`,
  // `3 tests, 1 failure`, and not `1 test failed`
  `\\b\\d{1,9} ${TESTS}\\b(?! (?:\\w+ ){0,2}(?:fail|did|do|error|but))`,
  // `Tests run: 3`, `# tests 3`, `Tests=3`
  `\\b${TESTS}(?: run| completed)?(?: ?[:=] {0,9}| {1,9})\\d{1,9}\\b`,
  // `All tests passed`
  `\\ball (?:\\w+ ){0,3}${PASSED}\\b`,
].map((pattern) => new RegExp(`^(?![-+<>|@]).*${pattern}`, "i"));
