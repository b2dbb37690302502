import { expect, test } from "vitest";
import { hideKeys } from "./hide-keys.ts";

test("keys are taken out wherever they stand, and short ones are words", () => {
  const said = { a: ["key-1234567!", 1, null], "key-1234567": { b: "short" } };
  const hidden = { a: ["[secret]!", 1, null], "[secret]": { b: "short" } };
  expect(hideKeys(said, ["key-1234567", "short"])).toEqual(hidden);
  expect(hideKeys(said, ["short"])).toBe(said);
});

test("what is nested too deeply is left out", () => {
  let deep: unknown = "key-1234567";
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  expect(JSON.stringify(hideKeys(deep, ["key-1234567"]))).toMatch(/^\[+null\]+$/);
});
