import { expect, test } from "vitest";
import { readTool } from "./mcp-tool.ts";

const inputSchema = { type: "object" };

test("a tool is what its server says, without anything that people would not see", () => {
  expect(readTool({ name: "a", description: " Find\u200b it.\nFast. ", inputSchema })).toEqual({
    ...{ name: "a", description: "Find<U+200B> it.\nFast.", schema: inputSchema, readOnly: false },
  });
  expect(readTool({ name: "a", inputSchema, description: "x".repeat(3000) })).toMatchObject({
    description: "x".repeat(2000),
  });
});

test.each([
  [{ readOnlyHint: true }, true],
  [{ readOnlyHint: "yes" }, false],
  [{ destructiveHint: false }, false],
  [null, false],
])("%j means that it only reads: %s", (annotations, readOnly) => {
  expect(readTool({ name: "a", inputSchema, annotations })).toMatchObject({ readOnly });
});

test.each([
  [null, "a tool has no name"],
  [{ name: " ", inputSchema }, "a tool has no name"],
  [{ name: "a" }, "the tool `a` has no schema of an object"],
  [{ name: "a", inputSchema: [] }, "the tool `a` has no schema of an object"],
  [{ name: "a", inputSchema: { type: "array" } }, "the tool `a` has no schema of an object"],
  [
    { name: "a", inputSchema: { type: "object", $comment: "x".repeat(16_000) } },
    "the schema of the tool `a` is too long",
  ],
])("%.60j is not offered", (value, why) => {
  expect(readTool(value)).toBe(why);
});

test("a schema that is nested too deeply is not offered", () => {
  const text = `{"name":"a","inputSchema":{"type":"object","b":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`;
  expect(readTool(JSON.parse(text))).toBe("the schema of the tool `a` is too long");
});
