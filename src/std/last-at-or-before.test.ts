import fc from "fast-check";
import { expect, test } from "vitest";
import { lastAtOrBefore } from "./last-at-or-before.ts";

test("finds what a search from the end finds", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 1 }), fc.nat(60), (values, limit) => {
      const ascending = values.toSorted((a, b) => a - b);
      expect(lastAtOrBefore(ascending, limit, (value) => value)).toBe(
        Math.max(
          ascending.findLastIndex((value) => value <= limit),
          0,
        ),
      );
    }),
  );
});
