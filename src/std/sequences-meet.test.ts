import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANY, sequencesMeet } from "./sequences-meet.ts";

const same = (x: string, y: string): boolean => x === y;
const pattern = (text: string) => [...text].map((letter) => (letter === "*" ? ANY : letter));
const meet = (a: string, b: string): boolean => sequencesMeet(pattern(a), pattern(b), same);

describe("sequencesMeet", () => {
  test.each([
    ["", "", true],
    ["", "*", true],
    ["", "a", false],
    ["a*", "*b", true],
    ["a*b", "ab", true],
    ["a*b", "ac", false],
    ["a*", "b*", false],
    ["*a*", "b", false],
    ["*a*a*", "*b*", true],
  ])("%j and %j: %j", (a, b, expected) => {
    expect(meet(a, b)).toBe(expected);
    expect(meet(b, a)).toBe(expected);
  });

  test("agrees with a regular expression when one side has no wildcard", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "b", "*") }), letters, (a, b) => {
        expect(meet(a, b)).toBe(new RegExp(`^${a.replaceAll("*", ".*")}$`).test(b));
      }),
    );
  });

  test("agrees with looking for a common word when both sides have wildcards", () => {
    const words = wordsUpTo(6);
    fc.assert(
      fc.property(short, short, (a, b) => {
        expect(meet(a, b)).toBe(words.some((word) => meet(a, word) && meet(b, word)));
      }),
    );
  });
});

const letters = fc.string({ unit: fc.constantFrom("a", "b") });
const short = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 3 });

function wordsUpTo(length: number): string[] {
  const words = [""];
  for (const word of words) if (word.length < length) words.push(`${word}a`, `${word}b`);
  return words;
}
