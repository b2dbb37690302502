import { expect, test } from "vitest";
import { repeatedKey } from "./repeated-key.ts";

test.each([
  ['{"a": 1, "b": 2, "a": 3}', "a"],
  ['{"x": [1, {"y": {"a": {}, "b": [], "a": null}}]}', "a"],
  [String.raw`{"class": 3, "cl\u0061ss": 1}`, "class"],
  [String.raw`{"a\"b": 1, "a\"b": 2}`, 'a"b'],
  ['{"": 1, "" : 2}', ""],
  ['{"__proto__": 1, "__proto__": 2}', "__proto__"],
])("%s says a key twice", (json, key) => {
  expect(repeatedKey(json)).toBe(key);
});

test.each([
  ["{}"],
  ['[{"a": 1}, {"a": 2}]'],
  ['{"a": {"a": {"a": 1}}, "b": "a"}'],
  ['{"a": ["a", "a"], "b": "\\"a\\": 1, {"}'],
  ['"a"'],
])("%s does not", (json) => {
  expect(repeatedKey(json)).toBeNull();
});

test("takes long texts and deep ones", () => {
  const long = JSON.stringify({ a: '\\"{'.repeat(100_000) });
  expect(repeatedKey(`{"x": ${long}, "x": 1}`)).toBe("x");
  expect(repeatedKey(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`)).toBeNull();
});
