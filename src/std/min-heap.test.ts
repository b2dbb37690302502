import fc from "fast-check";
import { expect, test } from "vitest";
import { minHeap } from "./min-heap.ts";

test("hands numbers out smallest first, however pushes and pops are mixed", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer())), (moves) => {
      const heap = minHeap();
      const model: number[] = [];
      for (const value of moves) {
        if (value === null) {
          model.sort((a, b) => a - b);
          expect(heap.pop()).toBe(model.shift());
        } else {
          heap.push(value);
          model.push(value);
        }
      }
      for (const value of model.sort((a, b) => a - b)) expect(heap.pop()).toBe(value);
      expect(heap.pop()).toBeUndefined();
    }),
  );
});
