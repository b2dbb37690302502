import { expect, test } from "vitest";
import { pathsInInput } from "./paths-in-input.ts";
import { requestOf, toolCallIn } from "./tool-call.ts";

test.each([
  [{ file_path: "/w/a", newPath: "/w/b", paths: ["/w/c", 5], content: "/w/no" }, ["/w/a", "/w/b", "/w/c"]],
  [{ changes: { "/etc/x": { update: { unified_diff: "/no", move_path: "/etc/y" } } } }, ["/etc/x", "/etc/y"]],
  [{ edits: [{ path: "/w/a", text: "" }, { path: "/w/b" }] }, ["/w/a", "/w/b"]],
  [{ uri: "file:///w/a%20b" }, ["/w/a b"]],
  [{ textDocument: { uri: "FILE:///w/a" } }, ["/w/a"]],
  [{ changes: { "file:///w/a": [] } }, ["/w/a"]],
  [{ path: "file:///w/a" }, ["/w/a"]],
  [{ uri: "file://elsewhere/w/a" }, ["file://elsewhere/w/a"]],
  [{ files: { "/w/a": "text" } }, ["/w/a"]],
  [{ text: "see file:///w/a", url: "https://a.example/", command: "rm /w/a" }, []],
  [[{ path: "relative" }], ["relative"]],
  ["/w/a", []],
  [null, []],
  [undefined, []],
])("%j names files", (input, paths) => {
  expect(pathsInInput(input)).toEqual(paths);
});

test.each([
  ["too many entries", { edits: Array.from({ length: 3000 }, () => "x") }],
  ["too many, a few in each", Array.from({ length: 1500 }, () => ({ a: 1 }))],
  ["too deep", JSON.parse(`${'{"a":'.repeat(20)}{"path":"/etc/x"}${"}".repeat(20)}`)],
])("one with %s is not looked through, and so names none for certain", (_, input) => {
  expect(pathsInInput(input)).toBeNull();
});

test("a use of a tool names the files of its input beside those that it says", () => {
  const call = toolCallIn(
    {
      ...{ toolCallId: "a", kind: "edit", locations: [{ path: "/w/a" }] },
      rawInput: { changes: { "/etc/x": {} }, edits: [{ path: "/w/b" }], uri: "file:///w/c" },
    },
    () => undefined,
  );
  expect(call && requestOf(call).paths).toEqual(["/w/a", "/etc/x", "/w/b", "/w/c"]);
});

test("a use of a tool whose input cannot be looked through names no file at all", () => {
  const rawInput = { edits: Array.from({ length: 3000 }, () => "x") };
  const call = toolCallIn({ toolCallId: "a", kind: "edit", locations: [{ path: "/w/a" }], rawInput }, () => undefined);
  expect(call && requestOf(call).paths).toBeNull();
});
