import fc from "fast-check";
import { expect, test } from "vitest";
import { covers, rangesWithin } from "./ranges.ts";

/** Gaps and lengths, laid out one after the other. */
const ranges = fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 20 }).map((pairs) => {
  let at = 0;
  return pairs.map(([gap, length]) => {
    const from = at + gap;
    at = from + length;
    return { from, to: at };
  });
});

test("finds what looking at every range would find", () => {
  fc.assert(
    fc.property(ranges, fc.nat(80), fc.nat(80), (all, a, b) => {
      expect(covers(all, a)).toBe(all.some(({ from, to }) => from <= a && a < to));
      expect(rangesWithin(all, a, b)).toEqual(all.filter(({ from, to }) => from >= a && from < b && to <= b));
    }),
  );
});
