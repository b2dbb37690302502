import { expect, test } from "vitest";
import { CONTRACT_ENV } from "../sides/proof-place.ts";
import { forced } from "./forced.ts";

test("a failure that speaks of colours, times or languages is told what contracts run with", () => {
  const line = "contracts run with CI=true, LANG=C.UTF-8, TERM=dumb, TZ=UTC";
  for (const told of ["expected '\\u001b[31mred', got 'red'", "expected 09:00 UTC, got 10:00", "no colours here"])
    expect(forced(["a test fails", told], CONTRACT_ENV)).toBe(line);
});

test("others are not", () => {
  expect(forced(["expected 4, got 3", "the specific city"], CONTRACT_ENV)).toBeNull();
});

test("nobody is kept from printing colours", () => {
  expect(CONTRACT_ENV).not.toHaveProperty("NO_COLOR");
});
