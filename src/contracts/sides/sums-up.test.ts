import { expect, test } from "vitest";
import { printed } from "../explain/fixture.testkit.ts";
import { plainLines } from "../explain/plain-lines.ts";
import { sumsUp } from "./sums-up.ts";

const said = (output: string, ...texts: string[]) => sumsUp(texts, plainLines(output), null);

test.each([
  "3 passed",
  "3/4 tests passed",
  "passed: 3, failed: 1",
  "  total 5, ok 4, bad 1",
  "# pass  3",
  "# tests 4",
  "OK (3 tests)",
  "5 tests, 1 failure",
  "Tests run: 4",
  "Files=1, Tests=2,  0 wallclock secs",
  "All tests successful.",
  "4 checks in 2 files",
  "All tests passed",
  "2 of 3 scenarios passed",
])("%s sums up a run", (line) => {
  expect(said(`a\n${line}\n\ndone in 3 s\n`)).toBe(line.trimEnd());
});

test.each([
  "1 test failed",
  "2 tests have failed",
  "Found 3 errors in 2 files.",
  "✖ 3 problems (3 errors, 0 warnings)",
  "[warn] Code style issues found in 2 files.",
  "Parse errors: Bad plan.  You planned 2 tests but ran 1.",
  "- 3 tests passed",
  "+3 tests passed",
  "error: 2 checks did not pass",
  "Checked 42 files in 2 s.",
  "building 3 packages",
])("%s does not: whoever finds nothing wrong may say nothing", (line) => {
  expect(said(`${line}\n`)).toBeNull();
});

test("only the end of an output counts", () => {
  expect(said(`3 passed\n${"more\n".repeat(40)}`)).toBeNull();
});

test.each([
  "chronic ./run-tests",
  "npm test > log.txt 2>&1 || { cat log.txt; exit 1; }",
  'out=$(./run-tests 2>&1) || { echo "$out"; exit 1; }',
  "if ! out=$(./run-tests); then echo $out; exit 1; fi",
])("%s prints failures only, so that silence says nothing", (command) => {
  expect(said("3 passed\n", command)).toBeNull();
});

test.each(["command -v node > /dev/null && ./run-tests", "./run-tests 2>&1", 'test "$(./cli)" = 4 && ./run-tests'])(
  "%s prints what it has to say",
  (command) => {
    expect(said("3 passed\n", command)).toBe("3 passed");
  },
);

test("every report that is read as one sums up, whatever its last lines are", () => {
  const counts = { passed: 2, failed: 1, skipped: 0 };
  const report = { runner: "gradle", counts, isComplete: true, failures: [] };
  expect(sumsUp(["make check"], plainLines(printed("gradle-pass")), report)).toBe("2 passed, 1 failed");
});
