import { describe, expect, test } from "vitest";
import type { Parsed } from "../../ports/dialect.ts";
import { parseJson } from "../json/parse.ts";
import { aTask, aThread } from "../thread/a-thread.testkit.ts";
import { parseThread } from "../thread/parse.ts";

const inJson = (extra: object): Parsed => {
  const text = JSON.stringify({ goal: "x", steps: [{ action: "Do it.", planwright: extra }] });
  return parseJson({ root: "plan.json", files: [{ path: "plan.json", text }] });
};
const inThread = (...lines: string[]): Parsed => parseThread(aThread({ "tasks/01-a.md": aTask("a", ...lines) }));
const contractOf = ({ plan }: Parsed) => plan.steps[0]?.contracts[0];
const told = ({ diagnostics }: Parsed): string[] => diagnostics.map(({ code, message }) => `${code} ${message}`);

/** What the file says where characters of a value stand. */
function written(parsed: Parsed, pointer: string, start: number, end: number): string | undefined {
  expect(parsed.has(pointer)).toBe(true);
  const span = parsed.within(pointer, start, end);
  return parsed.sources.find(({ path }) => path === span.file)?.text.slice(span.start, span.end);
}

test("a command is the same one with blank lines around it, whatever it is written in", () => {
  const json = inJson({ contract: '\n  \nnpm "test"\nmake\n\n' });
  expect(contractOf(json)?.command).toBe('npm "test"\nmake');
  expect(written(json, "/steps/0/contracts/0/command", 11, 15)).toBe("make");
  const thread = inThread("contract: |+", "", "  npm test", "  make", "", "");
  expect(contractOf(thread)?.command).toBe("npm test\nmake");
  expect(written(thread, "/steps/0/contracts/0/command", 9, 13)).toBe("make");
});

test("of two expectations of the output, neither is passed over in silence", () => {
  const message = "PW113 `stdout` is expected twice";
  expect(told(inJson({ contract: { command: "make", stdout: { contains: "a", matches: "b" } } }))).toEqual([message]);
  expect(told(inThread("contract: make", "stdout: { matches: b, contains: a }"))).toEqual([message]);
});

describe("every character has its place", () => {
  const extra = {
    subtasks: ["a \u001b one", { text: "b \u001b two" }],
    files: { change: [{ path: "a.ts", note: 'says "\u001b" so' }] },
    contract: { command: "make", stdout: { contains: "\u001b[0m ok" } },
  };
  test.each([
    ["JSON", inJson(extra)],
    [
      "YAML",
      inThread(
        'subtasks: ["a \\u001b one", "b two"]',
        'files: { change: [{ path: a.ts, note: "says it so" }] }',
        "contract: make",
        'stdout: { contains: "0m ok" }',
      ),
    ],
  ])("in %s: subtasks, notes and expectations", (_, parsed) => {
    const { subtasks = [], files, contracts } = parsed.plan.steps[0] ?? {};
    const last = (text = ""): [number, number] => [text.lastIndexOf(" ") + 1, text.length];
    const stdout = contracts?.[0]?.stdout;
    expect(written(parsed, "/steps/0/subtasks/1/text", ...last(subtasks[1]?.text))).toBe("two");
    expect(written(parsed, "/steps/0/files/change/0/note", ...last(files?.change[0]?.note))).toBe("so");
    expect(
      written(parsed, "/steps/0/contracts/0/stdout/text", ...last(stdout?.kind === "contains" ? stdout.text : "")),
    ).toBe("ok");
    expect(parsed.has("/steps/0/subtasks/0/text")).toBe(true);
  });
});
