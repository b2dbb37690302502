import { expect, test } from "vitest";
import { trimEndOf } from "./trim-end-of.ts";

test.each([
  ["", ".,", ""],
  ["a.b.,.", ".,", "a.b"],
  ["...", ".", ""],
  [".a", ".", ".a"],
])("%j without %j at its end is %j", (text, characters, expected) => {
  expect(trimEndOf(text, characters)).toBe(expected);
});
