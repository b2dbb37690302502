import fc from "fast-check";
import { expect, test } from "vitest";
import { plainLines } from "./plain-lines.ts";

test("every character that is kept is found again in the original", () => {
  const text = fc.string({ unit: fc.constantFrom("a", " ", "\t", "\n", "\r", "\r\n", "|", "計") });
  fc.assert(
    fc.property(text, fc.nat(9), (original, base) => {
      const plain = plainLines(original, base);
      expect(plain.text).not.toMatch(/\r|[ \t]\n/);
      for (const [at, character] of [...plain.text].entries()) {
        if (character !== "\n") expect(original[plain.sourceOffset(at) - base]).toBe(character);
      }
    }),
    { numRuns: 500 },
  );
});

test("a line nested beyond reason becomes plain words, and rules and tables stay what they are", () => {
  const kept = `${"-".repeat(60)}\n${"*".repeat(60)}\n${"-".repeat(40)}|${"-".repeat(40)}\n> - 1. a\n`;
  expect(plainLines(kept, 0).text).toBe(kept);
  expect(plainLines(`${"- ".repeat(40)}a\n`, 0).text).toBe(`${"x".repeat(81)}\n`);
  expect(plainLines(`${">".repeat(40)}a\n`, 0).text).toBe(`${"x".repeat(41)}\n`);
});
