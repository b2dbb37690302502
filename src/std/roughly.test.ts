import { expect, test } from "vitest";
import { roughly } from "./roughly.ts";

test.each([
  [0, "0"],
  [7.4, "7"],
  [999, "999"],
  [999.6, "1k"],
  [1_000, "1k"],
  [1_250, "1.3k"],
  [9_949, "9.9k"],
  [9_960, "10k"],
  [15_700, "16k"],
  [999_400, "999k"],
  [999_600, "1M"],
  [1_240_000, "1.2M"],
  [3e9, "3B"],
  [5e12, "5000B"],
])("%d is said as %s", (count, text) => {
  expect(roughly(count)).toBe(text);
});
