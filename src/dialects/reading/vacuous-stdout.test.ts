import { describe, expect, test } from "vitest";
import type { Parsed } from "../../ports/dialect.ts";
import { parseJson } from "../json/parse.ts";
import { parseSteps } from "../steps/parse.ts";
import { aTask, aThread } from "../thread/a-thread.testkit.ts";
import { parseThread } from "../thread/parse.ts";
import { isVacuous } from "./vacuous-stdout.ts";

const matches = (pattern: string): boolean => isVacuous({ kind: "matches", pattern });

test.each([
  ".*",
  "x*",
  ".?",
  "^",
  "$",
  "^.*",
  ".*$",
  "(ok)?",
  "ok|",
  "[\\s\\S]*",
  "^[\\s\\S]*$",
  "x{0,}",
  "[^x]*",
  "()",
])("/%s/ is true of any output", (pattern) => {
  expect(matches(pattern)).toBe(true);
});

describe("an output can fail", () => {
  test.each([
    ...["^$", "^\\s*$", ".", ".+", "ok", "^\\d*$", "^[a-z]*$", "^\\w*$", "^.*$", "^[ -~\\s]*$", "\\b", "\\B"],
    ...["^(?!.*FAIL)", "^[^!]*$", "^((?!error)[\\s\\S])*$", "^[\\s\\S]{0,80}$", "(?<!not )ok|^$"],
  ])("/%s/", (pattern) => {
    expect(matches(pattern)).toBe(false);
  });

  test("a text that is not empty", () => {
    expect(isVacuous({ kind: "contains", text: " " })).toBe(false);
    expect(isVacuous({ kind: "contains", text: "" })).toBe(true);
  });
});

test("does not try a pattern that could take forever", () => {
  expect(matches("(?:(?:(?:a?){9999}){9999}){9999}")).toBe(false);
  expect(matches(`${"(|||)".repeat(20)}x`)).toBe(false);
  expect(matches(".*".repeat(1_000_000))).toBe(false);
  expect(matches(`${"(|||)".repeat(7)}x`)).toBe(false);
});

const told = ({ diagnostics }: Parsed): string[] =>
  diagnostics.filter(({ code }) => code === "PW113").map(({ message }) => message);
const stdoutOf = ({ plan }: Parsed) => plan.steps[0]?.contracts[0]?.stdout;

const inJson = (stdout: unknown): Parsed => {
  const planwright = { contract: { command: "make", stdout } };
  const text = JSON.stringify({ goal: "x", steps: [{ action: "Do it.", planwright }] });
  return parseJson({ root: "plan.json", files: [{ path: "plan.json", text }] });
};
const inThread = (stdout: string): Parsed =>
  parseThread(aThread({ "tasks/01-a.md": aTask("a", "contract: make", `stdout: ${stdout}`) }));
const inSteps = (stdout: string): Parsed => {
  const text = `# x\n\n## Steps\n\n### 1. A\n\n**task:**\nDo it.\n\n**contract:**\n\`\`\`shell\nmake\n\`\`\`\nstdout ${stdout}\n`;
  return parseSteps({ root: "plan.md", files: [{ path: "plan.md", text }] });
};

test.each([
  ["steps", inSteps('contains ""'), '`stdout contains ""` is true of any output'],
  ["steps", inSteps("matches /.*/"), "`stdout matches /.*/` is true of any output"],
  ["thread", inThread("matches /x*/"), "`stdout matches /x*/` is true of any output"],
  ["thread", inThread('{ contains: "" }'), '`stdout contains ""` is true of any output'],
  ["JSON", inJson('contains ""'), '`stdout contains ""` is true of any output'],
  ["JSON", inJson({ matches: ".*" }), "`stdout matches /.*/` is true of any output"],
])("in %s it is no expectation, and told once", (_, parsed, message) => {
  expect(told(parsed)).toEqual([message]);
  expect(stdoutOf(parsed)).toBeUndefined();
});

test("one that can fail is kept", () => {
  expect(stdoutOf(inSteps("matches /^$/"))).toEqual({ kind: "matches", pattern: "^$" });
  expect(stdoutOf(inJson({ matches: "^$" }))).toEqual({ kind: "matches", pattern: "^$" });
  expect(told(inThread("matches /^$/"))).toEqual([]);
});
