import fc from "fast-check";
import { expect, test } from "vitest";
import { ALL_TOOLS } from "./all-tools.ts";
import { checkInput, readInput } from "./check-input.ts";
import { agentctl } from "./planning.ts";
import { readFile, searchCode } from "./reading.ts";
import { askPerson } from "./speaking.ts";
import { updateFile } from "./writing.ts";

test.each([
  [readFile, "{}", "read_file: `path` is missing"],
  [readFile, "", "read_file: `path` is missing"],
  [readFile, '{"path":null}', "read_file: `path` is missing"],
  [readFile, '{"path":3}', "read_file: `path` must be a text"],
  [readFile, '{"path":"a","lines":1.5}', "read_file: `lines` must be a whole number"],
  [readFile, '{"path":"a","lines":"5"}', "read_file: `lines` must be a whole number"],
  [readFile, '{"path":"a","lines":0}', "read_file: `lines` must be from 1 to 5000"],
  [readFile, '{"path":"a","line":3}', "read_file: `line` is not known; did you mean `lines`?"],
  [readFile, '{"path":"a","toString":3}', "read_file: `toString` is not known; there is `path`, `from_line`, `lines`"],
  [searchCode, `{"pattern":"${"a".repeat(1001)}"}`, "search_code: `pattern` must have at most 1000 characters"],
  [
    updateFile,
    '{"path":"a","all":"yes"}',
    "update_file: `old` is missing; `new` is missing; `all` must be true or false",
  ],
  [askPerson, '{"question":"?","options":"a"}', "ask_person: `options` must be a list"],
  [
    askPerson,
    '{"question":"?","options":["a"]}',
    "ask_person: `options` must be a list of objects with label, value, description",
  ],
  [
    askPerson,
    '{"question":"?","options":[{"label":"a","value":"a","description":null},{"label":"b"}]}',
    "ask_person: `options` has a fault in entry 2: `value` is missing",
  ],
  [
    askPerson,
    '{"question":"?","options":[{"label":"a","value":"a","kind":"b"}]}',
    "ask_person: `options` has a fault in entry 1: `kind` is not known; there is `label`, `value`, `description`",
  ],
  [askPerson, '{"question":"?","severity":"high"}', "ask_person: `severity` must be one of critical, major, minor"],
  [
    askPerson,
    `{"question":"?","options":${JSON.stringify(Array(11).fill("a"))}}`,
    "ask_person: `options` must have at most 10 entries",
  ],
  [agentctl, '{"args":"plan commit"}', "agentctl: `args` must be a list"],
  [agentctl, '{"args":["plan",3]}', "agentctl: `args` has a fault in entry 2: it must be a text"],
  [
    agentctl,
    `{"args":["set-topic","${"a".repeat(1001)}"]}`,
    "agentctl: `args` has a fault in entry 2: it must have at most 1000 characters",
  ],
  [readFile, "[]", "The input of read_file must be an object"],
  [readFile, '"a"', "The input of read_file must be an object"],
])("tells what is wrong: %o %s", (tool, json, why) => {
  expect(readInput(tool, json)).toEqual({ ok: false, why });
});

test("tells what is no JSON", () => {
  expect(readInput(readFile, '{"path": ')).toMatchObject({
    why: expect.stringMatching(/^The input of read_file is not JSON: /),
  });
});

test("takes a null for left out", () => {
  expect(checkInput(readFile, { path: "a", lines: null })).toEqual({ ok: true, input: { path: "a" } });
});

test("answers anything, and never throws", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ALL_TOOLS), fc.oneof(fc.json(), fc.string()), (tool, json) => {
      const read = readInput(tool, json);
      expect(read.ok || read.why.length > 0).toBe(true);
    }),
  );
});
