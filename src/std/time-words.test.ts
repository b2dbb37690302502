import { expect, test } from "vitest";
import { ago, lasting } from "./time-words.ts";

test.each([
  [-5, "0.0 s"],
  [420, "0.4 s"],
  [9_940, "9.9 s"],
  [9_960, "10 s"],
  [59_600, "1 min"],
  [185_000, "3 min 5 s"],
  [3_600_000, "1 h"],
  [7_800_000, "2 h 10 min"],
])("%i milliseconds last %s", (milliseconds, told) => {
  expect(lasting(milliseconds)).toBe(told);
});

test.each([
  [59, "just now"],
  [60, "1 min ago"],
  [3_599, "59 min ago"],
  [47 * 3_600, "47 h ago"],
  [49 * 3_600, "2 days ago"],
])("%i seconds later it was %s", (seconds, told) => {
  const at = "2026-01-02T03:04:05.000Z";
  expect(ago(at, Date.parse(at) + seconds * 1000)).toBe(told);
});
