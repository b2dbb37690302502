import { expect, test } from "vitest";
import { patternFor } from "./pattern-for.ts";

test("chooses the plain pattern for ASCII alone", () => {
  const plain = /^[a-z]+$/;
  const unicode = /^\p{L}+$/u;
  const letters = patternFor(plain, () => unicode);
  expect(letters("")).toBe(plain);
  expect(letters("abc\n~")).toBe(plain);
  expect(letters("abcé")).toBe(unicode);
  expect(letters("\u0080")).toBe(unicode);
});
