import { describe, expect, test } from "vitest";
import { ALL_TOOLS, toolsOf } from "./all-tools.ts";

test("tools have a fixed order, by name", () => {
  const names = ALL_TOOLS.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(new Set(names).size).toBe(names.length);
});

test.each(["act", "plan"] as const)("what is offered in %s mode takes few tokens", (mode) => {
  const offers = toolsOf(mode).map(({ name, description, schema }) => ({ name, description, schema }));
  expect(Buffer.byteLength(JSON.stringify(offers)) / 4).toBeLessThanOrEqual(1400);
});

test("in plan mode nothing can be written but the plan, and nothing run", () => {
  const writing = (mode: "act" | "plan") => toolsOf(mode).flatMap(({ name, readOnly }) => (readOnly ? [] : [name]));
  expect(writing("plan")).toEqual(["agentctl", "write_plan_file"]);
  expect(writing("act")).toEqual(["create_file", "delete_file", "run_command", "update_file"]);
});

test("only what takes something away is severe", () => {
  expect(ALL_TOOLS.filter(({ severity }) => severity === "high").map(({ name }) => name)).toEqual(["delete_file"]);
});

describe.each(ALL_TOOLS)("$name", ({ told, paths, kind }) => {
  test("is told in one short line, whatever the model wrote", () => {
    const long = "a\u001b[31m\u202e\n".repeat(10_000);
    const odd = { args: [long, long], path: long, pattern: long, command: long, question: long, reason: long };
    for (const input of [odd, {}, { path: 3, command: null }] as const) {
      expect(told(input)).toMatch(/^[ -~…␀-␡]{3,130}$/u);
    }
  });

  test("says which files it would touch, if it does", () => {
    const expected = { read: ["a"], write: ["a"], run: null, think: [], fetch: [], unknown: [] }[kind];
    expect(paths({ path: "a" })).toEqual(expected);
  });
});
