import { describe, expect, test } from "vitest";
import { added, NOTHING_SPENT, type Spent, shortage, spentTogether, UNKNOWN_SPENT } from "./spending.ts";

const spent = (tokens: number, usd: number, seconds: number): Spent => ({
  tokens: { known: tokens, isWhole: true },
  usd: { known: usd, isWhole: true },
  seconds,
});

describe("shortage", () => {
  test("asks for all that remains when the next step cannot be paid", () => {
    const expected = { next: { usd: 0.6 }, rest: { usd: 1.2 } };
    expect(shortage({ usd: 1 }, spent(0, 0.6, 0), expected)).toEqual({ usd: 0.8 });
  });

  test("asks for nothing while the next step can be paid, to the last cent", () => {
    const expected = { next: { usd: 0.5, tokens: 10, wallClock: 5 }, rest: { usd: 9, tokens: 99, wallClock: 50 } };
    expect(shortage({ usd: 1, tokens: 20, wallClock: 10 }, spent(10, 0.5, 5), expected)).toBeNull();
    expect(shortage({}, spent(1e9, 1e9, 1e9), expected)).toBeNull();
  });

  test("names every limit that does not reach, and only those", () => {
    const expected = { next: { usd: 1, tokens: 10, wallClock: 5 }, rest: { usd: 1, tokens: 10, wallClock: 5 } };
    expect(shortage({ usd: 9, tokens: 5, wallClock: 4 }, NOTHING_SPENT, expected)).toEqual({ tokens: 5, wallClock: 1 });
  });

  test("lets anything that is left do where nobody knows what a step takes", () => {
    expect(shortage({ usd: 1 }, spent(0, 0.99, 0), { next: {}, rest: {} })).toBeNull();
    expect(shortage({ usd: 1 }, spent(0, 1, 0), { next: {}, rest: {} })).toEqual({ usd: 0.01 });
    expect(shortage({ usd: 1 }, spent(0, 1.5, 0), { next: {}, rest: { usd: 2 } })).toEqual({ usd: 2.5 });
  });

  test("asks for sums that people would name, and never for too little", () => {
    const missing = (name: "tokens" | "usd" | "wallClock", amount: number) =>
      shortage({ [name]: 1 }, spent(1, 1, 1), { next: {}, rest: { [name]: amount } })?.[name];
    expect([40_321, 123_456, 7, 1000].map((amount) => missing("tokens", amount))).toEqual([41_000, 130_000, 7, 1000]);
    expect([0.301, 0.3, 0.1 + 0.2, 0.0001].map((amount) => missing("usd", amount))).toEqual([0.31, 0.3, 0.3, 0.01]);
    expect([1.2, 119, 121, 7300].map((amount) => missing("wallClock", amount))).toEqual([2, 119, 180, 7560]);
  });
});

test("what is not known stays not known, whatever is added", () => {
  expect(added(spent(5, 1, 2), UNKNOWN_SPENT)).toEqual({
    tokens: { known: 5, isWhole: false },
    usd: { known: 1, isWhole: false },
    seconds: 2,
  });
  expect(spentTogether([spent(5, 1, 2), spent(1, 1, 1)])).toEqual(spent(6, 2, 3));
  expect(spentTogether([])).toEqual(NOTHING_SPENT);
});
