import { expect, test } from "vitest";
import { usdOf } from "./price.ts";

const tokens = { input: 1_000_000, cachedRead: 2_000_000, cachedWrite: 100_000, output: 10_000 };

test("every kind of token has its own price", () => {
  expect(usdOf(tokens, { input: 3, cachedRead: 0.3, cachedWrite: 3.75, output: 15 })).toBeCloseTo(
    3 + 0.6 + 0.375 + 0.15,
    10,
  );
});

test("an unknown price is unknown, and not nothing", () => {
  expect(usdOf(tokens, null)).toBeNull();
});
