import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tally } from "./tally.ts";

describe("tally", () => {
  test("counts nothing at first", () => {
    expect(tally(3).before(3)).toBe(0);
    expect(tally(0).before(0)).toBe(0);
  });

  test("counts what stands before a place, not at it", () => {
    const marks = tally(3);
    marks.add(1, 2);
    expect([0, 1, 2, 3].map((place) => marks.before(place))).toEqual([0, 0, 2, 2]);
  });

  test("agrees with adding everything up", () => {
    const additions = fc.array(fc.tuple(fc.nat(20), fc.integer({ min: -3, max: 3 })));
    fc.assert(
      fc.property(additions, fc.nat(21), (added, place) => {
        const marks = tally(21);
        for (const [at, amount] of added) marks.add(at, amount);
        expect(marks.before(place)).toBe(added.reduce((sum, [at, amount]) => (at < place ? sum + amount : sum), 0));
      }),
    );
  });
});
