import { expect, test } from "vitest";
import type { ModelPolicy } from "../../config/model-policy.ts";
import type { Usage } from "../../record/run-event.ts";
import { pricesBy } from "./model-prices.ts";

const PRICE = { input: 3, cachedRead: 0.3, cachedWrite: 3.75, output: 15 };

const usdOf = (models: Record<string, ModelPolicy>, fields: Partial<Usage>): number | null => {
  const counts = { input: 1_000_000, cachedRead: 100_000, cachedWrite: 10_000, output: 1_000 };
  return pricesBy({ models: new Map(Object.entries(models)) })({
    model: "mine/m",
    ...counts,
    source: "wire",
    ...fields,
  });
};

test("every kind of token has its own price", () => {
  expect(usdOf({ "mine/m": { price: PRICE } }, {})).toBeCloseTo(3 + 0.03 + 0.0375 + 0.015, 10);
});

test("a model that nobody knows has no price, which is not nothing; one that is free costs nothing", () => {
  expect(usdOf({}, { model: "ours/m" })).toBeNull();
  expect(usdOf({ "ours/m": { price: { input: 0, output: 0 } } }, { model: "ours/m" })).toBe(0);
});

test("a name without a provider is enough where all who serve it want the same", () => {
  const both = { "mine/m": { price: PRICE }, "yours/m": { price: PRICE } };
  expect(usdOf(both, { model: "m" })).toBeCloseTo(3.0825, 10);
  expect(usdOf({ ...both, "yours/m": { price: { ...PRICE, output: 1 } } }, { model: "m" })).toBeNull();
  expect(usdOf(both, { model: "theirs/m" })).toBeNull();
});

test("the bundled catalogue prices what agents call their models", () => {
  for (const model of ["anthropic/claude-sonnet-4-5", "claude-sonnet-4-5-20250929", "gpt-5", "gemini-2.5-pro"]) {
    expect(usdOf({}, { model }), model).toBeGreaterThan(0);
  }
});

test("a session of which nothing is known is not free", () => {
  const nothing = { input: 0, cachedRead: 0, cachedWrite: 0, output: 0, source: "unknown" } as const;
  expect(usdOf({ "mine/m": { price: PRICE } }, nothing)).toBeNull();
  expect(usdOf({ "mine/m": { price: PRICE } }, { ...nothing, input: 1_000 })).toBeCloseTo(0.003, 10);
});
