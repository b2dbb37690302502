import { expect, test } from "vitest";
import { median } from "./median.ts";

test.each([
  [[7], 7],
  [[9, 1], 5],
  [[100, 9, 1], 9],
  [[4, 1, 3, 2], 2.5],
  [[10, 9, 1, 1, 1], 1],
])("the median of %j is %d", (numbers, middle) => {
  expect(median(numbers)).toBe(middle);
});

test("nothing has no middle", () => {
  expect(median([])).toBeNaN();
});
