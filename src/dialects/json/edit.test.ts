import { expect, test } from "vitest";
import { applyEdits } from "../../diagnostics/text-edit.ts";
import type { PlanEdit } from "../../ports/dialect.ts";
import { EditError } from "../reading/checked-edit.ts";
import { json } from "./dialect.ts";

const DONE: PlanEdit = { type: "step-status", step: "1", status: "done", result: "It\nworks" };

function edited(text: string, edit: PlanEdit, path = "plan.json"): string {
  const parsed = json.parse({ root: path, files: [{ path, text }] });
  return applyEdits(text, json.edit(parsed, edit).edits);
}

test("adds what is missing in the style of the object", () => {
  const text = '{\n\t"goal": "x",\n\t"steps": [\n\t\t{\n\t\t\t"action": "y"\n\t\t}\n\t]\n}\n';
  expect(edited(text, DONE)).toBe(
    text.replace(
      '"y"',
      '"y",\n\t\t\t"planwright": {\n\t\t\t\t"status": "done",\n\t\t\t\t"result": "It works"\n\t\t\t}',
    ),
  );
});

test("keeps one line one line, with blanks or without", () => {
  expect(edited('{ "goal": "x", "steps": [{ "action": "y" }] }', DONE)).toBe(
    '{ "goal": "x", "steps": [{ "action": "y", "planwright": { "status": "done", "result": "It works" } }] }',
  );
  expect(edited('{"goal":"x","steps":[{"action":"y"}]}', DONE)).toBe(
    '{"goal":"x","steps":[{"action":"y","planwright":{"status":"done","result":"It works"}}]}',
  );
});

test("replaces what is there and adds the rest", () => {
  const before = '{"goal": "x", "steps": [{"action": "y", "planwright": {"status": "pending"}}]}';
  const after = '{"goal": "x", "steps": [{"action": "y", "planwright": {"status": "done", "result": "It works"}}]}';
  expect(edited(before, DONE)).toBe(after);
  expect(edited(before.replace('{"status": "pending"}', "{}"), { type: "fail-count", step: "1", count: 2 })).toBe(
    before.replace('"status": "pending"', ' "fail_count": 2 '),
  );
  expect(edited(before.replace('{"status": "pending"}', "null"), { type: "fail-count", step: "1", count: 2 })).toBe(
    before.replace('"status": "pending"', '"fail_count": 2'),
  );
  expect(edited(before.replace('"pending"', "null"), DONE)).toBe(after);
});

test("finds the step behind one that is none, and under a misspelt name", () => {
  const text = '{"goal": "x", "stpes": ["z", {"action": "y"}]}';
  expect(edited(text, { type: "how", step: "2", how: 'So:\n"this"' })).toBe(
    text.replace('"y"', String.raw`"y", "planwright": {"how": "So:\n\"this\""}`),
  );
});

test("lets decisions grow, with the author's line endings", () => {
  const text = '{\r\n  "goal": "x",\r\n  "steps": []\r\n}';
  const once = edited(text, { type: "decision", text: "One.\r\nAnd more." });
  expect(once).toBe(
    '{\r\n  "goal": "x",\r\n  "steps": [],\r\n  "planwright": {\r\n    "architecture": "One.\\r\\nAnd more."\r\n  }\r\n}',
  );
  expect(json.parse({ root: "", files: [{ path: "plan.json", text: once }] }).plan.architecture).toBe(
    "One.\nAnd more.",
  );
  expect(edited(once, { type: "decision", text: "Two." })).toBe(
    once.replace('"One.\\r\\nAnd more."', '"One.\\nAnd more.\\n\\nTwo."'),
  );
});

test("changes nothing of a reply around its plan", () => {
  const text = 'Sure {x}:\n```json\n{"goal": "x", "steps": []}\n```\n{"a": 1}\n';
  expect(edited(text, { type: "plan-status", status: "approved" }, "reply.txt")).toBe(
    text.replace("[]}", '[], "planwright": {"status": "approved"}}'),
  );
});

test("refuses where there is no place to write", () => {
  const change = (text: string) => () => edited(text, { type: "plan-status", status: "done" });
  expect(change('{"goal": "x", "steps": [], "planwright": "y"}')).toThrow(EditError);
  expect(change('{"goal": "x", "steps": [')).toThrow(EditError);
  expect(change('{"goal": "x", "steps": [], "planwrihgt": {"owner": "me"}}')).toThrow(EditError);
});
