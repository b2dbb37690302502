import fc from "fast-check";
import { expect, test } from "vitest";
import { isOneSlip } from "./one-slip.ts";

test.each([
  ["context", "contxt"],
  ["context", "conntext"],
  ["context", "contest"],
  ["context", "cotnext"],
  ["steps", "setps"],
  ["aab", "ab"],
])("%s and %s are one slip apart", (a, b) => {
  expect(isOneSlip(a, b)).toBe(true);
  expect(isOneSlip(b, a)).toBe(true);
});

test.each([
  ["context", "context"],
  ["context", "contact"],
  ["context", "contents"],
  ["mode", "module"],
  ["abc", "cba"],
  ["", "ab"],
])("%s and %s are not", (a, b) => {
  expect(isOneSlip(a, b)).toBe(false);
  expect(isOneSlip(b, a)).toBe(false);
});

test("a letter that is added anywhere is one slip", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (word, place, letter) => {
      const at = place % (word.length + 1);
      expect(isOneSlip(word, word.slice(0, at) + letter + word.slice(at))).toBe(true);
    }),
  );
});
