import fc from "fast-check";
import { expect, test } from "vitest";
import { firstDifference } from "./first-difference.ts";
import { sameJson } from "./same-json.ts";

test.each([
  [1, 2, ""],
  [{ a: 1 }, { a: 1 }, null],
  [{ a: 1 }, { a: 1, b: undefined }, null],
  [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, "/a/b/1"],
  [{ a: [1] }, { a: [1, 2] }, "/a/1"],
  [{ a: [] }, { a: {} }, "/a"],
  [{ a: null }, { a: {} }, "/a"],
])("%j and %j first differ at %j", (a, b, pointer) => {
  expect(firstDifference(a, b)).toBe(pointer);
});

test("finds a difference exactly where two values are not the same", () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(firstDifference(a, b) === null).toBe(sameJson(a, b));
      expect(firstDifference(a, structuredClone(a))).toBeNull();
    }),
  );
});
