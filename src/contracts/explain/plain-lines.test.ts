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
  const letters = 300_000;
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
    ["underscores", fill(`${"_".repeat(900)}\n`)],
    ["colons", fill(`${"a:1:".repeat(240)}\n`)],
  ])("%s", (_, output) => {
    for (const command of [
      "npm test",
      "node --test; vitest run; jest; mocha; pytest; go test; cargo test; make; tsc",
    ]) {
      const { report } = testReport(command, [], output);
      const exit = { kind: "exited", code: 1 } as const;
      unverifiedReason(exit, command, kept(output), report);
      const { headline } = explain({ command, exit, log: kept(output), report, wanted: { exitCode: 0 } });
      expect(headline.length).toBeLessThanOrEqual(400);
    }
  });
});
