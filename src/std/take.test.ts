import { expect, test } from "vitest";
import { take } from "./take.ts";

function* numbers(): Iterable<number> {
  for (let number = 1; ; number++) yield number;
}

test("takes the first items of an endless list, and all of a short one", () => {
  expect(take(numbers(), 3)).toEqual([1, 2, 3]);
  expect(take(numbers(), 0)).toEqual([]);
  expect(take(["a"], 3)).toEqual(["a"]);
});
