import { describe, expect, test } from "vitest";
import { explain } from "./explain.ts";
import { kept } from "./fixture.testkit.ts";
import { plainLines } from "./plain-lines.ts";
import { testReport } from "./test-report.ts";
import { unverifiedReason } from "./unverified.ts";

test("colours, links, titles and carriage returns are taken away", () => {
  expect(plainLines("\u001b[1;31mred\u001b[0m\r\n\u001b]8;;https://x\u0007link\u001b]8;;\u001b\\\rnext")).toEqual([
    "red",
    "link",
    "next",
  ]);
});

test("a line is cut where it is too long for any message", () => {
  expect(plainLines(`${"x".repeat(100_000)}\nend`).map(({ length }) => length)).toEqual([1000, 3]);
});

/** Each takes a fraction of a second; what is quadratic here runs into the time limit of the test. */
describe("hostile output is read in linear time", () => {
  const letters = 150_000;
  const fill = (text: string) => text.repeat(Math.ceil(letters / text.length));
  test.each([
    ["escapes that never end", fill("\u001b[0;0;0;0;0;0")],
    ["titles that never end", fill("\u001b]0;x")],
    ["empty lines", fill("\n")],
    ["one line", fill("a ")],
    ["failing tests of node", `ℹ tests 1\n${fill("test at a:1:1\n✖ a (1ms)\n  x\n")}`],
    ["summaries of node", fill("ℹ tests 1\nℹ suites 0\nℹ pass 1\n")],
    ["TAP", `TAP version 13\n${fill("not ok 1 - a\n  ---\n  error: x\n")}`],
    ["TAP streams", fill("TAP version 13\n")],
    ["failing tests of vitest", ` RUN  v1.0\n${fill(" FAIL  a > b\n")}`],
    ["vitest runs", fill(" RUN  v1.0\n FAIL  a > b\n")],
    ["failing tests of jest", `FAIL a\n${fill("  ● a\n")}`],
    ["failing tests of mocha", `  1 passing\n  9 failing\n${fill("  1) a\n")}`],
    ["summaries of mocha", fill("  1 passing\n  9 failing\n  1) a\n")],
    ["sessions of pytest", fill("===== test session starts =====\n")],
    ["failures of pytest", `===== test session starts =====\n${fill("_____ a _____\nFAILED a.py::b - c\n")}`],
    ["tests of go", fill("=== RUN   A\n--- FAIL: A (0.00s)\n")],
    ["packages of go", fill("--- FAIL: A (0.00s)\nFAIL\ta\t1s\n")],
    ["panics of cargo", `running 1 test\n${fill("---- a stdout ----\n")}`],
    ["tags", `<testsuites>${fill("<testcase name='a'")}`],
    ["comments", `<testsuites>${fill("<!--")}`],
    ["cases", `<testsuites>${fill("<testcase name='a'><failure/>")}`],
    ["nested TAP", `TAP version 14\n${fill("    ok 1 - a\nnot ok 1 - b\n  ok 2\n")}`],
    ["runs of unittest", fill(`${"=".repeat(70)}\nFAIL: a (b)\nRan 1 test in 0.1s\n\nFAILED\n`)],
    ["failures of unittest", fill(`${"=".repeat(70)}\nFAIL: a (b)\n`)],
    ["projects of ctest", fill("Test project /a\n1/1 Test #1: a ...   Passed    0.00 sec\n")],
    ["runs of phpunit", fill("PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n1) a\n")],
    ["failures of rspec", `Failures:\n${fill("  1) a\n")}Finished in 1 s\n1 example, 1 failure\n`],
    ["runs of rspec", fill("Failures:\nFinished in 1 s\n1 example, 1 failure\n")],
    ["runs of minitest", fill("# Running:\n  1) Failure:\n")],
    ["rules of ava", fill("  ✔ a\n  ─\n")],
    ["failures of ava", `  ✔ a\n  ─\n${fill("\n\n\n  a\n\n")}`],
    ["runs of bun", fill("bun test v1\n(fail) a [1ms]\n")],
    ["runs of deno", fill("ok | 1 passed | 0 failed (1ms)\n ERRORS \n")],
    ["groups of tap-spec", fill("\n  a\n\n    ✖ b\n    ---\n")],
    ["results of maven", fill("Running a\nResults:\na  Time elapsed: 1 s  <<< ERROR!\n")],
    ["results of gradle", fill(`${"a > ".repeat(200)} FAILED\n`)],
    ["results of dotnet", fill("Test run for a\n  Failed a [1 ms]\nTotal tests: 1\n")],
    ["underscores", fill(`${"_".repeat(900)}\n`)],
    ["colons", fill(`${"a:1:".repeat(240)}\n`)],
  ])("%s", (_, output) => {
    for (const command of [
      "npm test",
      `node --test; vitest run; jest; mocha; ava; tape a; tap; tape a | tap-spec; bun test; deno test; pytest; go test;
      python -m unittest; cargo test; rspec; ruby a_test.rb; phpunit; ctest; mvn test; gradle test; dotnet test; make; tsc`,
    ]) {
      const { report } = testReport(command, [], output);
      const exit = { kind: "exited", code: 1 } as const;
      unverifiedReason(exit, command, kept(output), report);
      const { headline } = explain({ command, exit, log: kept(output), report, wanted: { exitCode: 0 } });
      expect(headline.length).toBeLessThanOrEqual(400);
    }
  });
});
