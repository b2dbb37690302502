import { expect, test } from "vitest";
import { NOTHING_SPENT, type Spent, UNKNOWN_SPENT } from "./spending.ts";
import { amountsInWords, spentInWords } from "./spending-words.ts";

const SPENT: Spent = { tokens: { known: 41_000, isWhole: true }, usd: { known: 0.3, isWhole: true }, seconds: 180 };
const PARTLY: Spent = { ...SPENT, tokens: { known: 41_000, isWhole: false }, usd: { known: 0.3, isWhole: false } };
const BUDGET = { tokens: 200_000, usd: 1.5, wallClock: 1200 };

test.each([
  [SPENT, BUDGET, "41k of 200k tokens, $0.30 of $1.50, 3 of 20 minutes"],
  [SPENT, {}, "41k tokens, $0.30, 3 minutes"],
  [PARTLY, BUDGET, "at least 41k of 200k tokens, at least $0.30 of $1.50, 3 of 20 minutes"],
  [UNKNOWN_SPENT, BUDGET, "an unknown part of 200k tokens, an unknown part of $1.50, 0 seconds of 20 minutes"],
  [UNKNOWN_SPENT, {}, ""],
  [NOTHING_SPENT, BUDGET, "0 of 200k tokens, $0.00 of $1.50, 0 seconds of 20 minutes"],
  [{ ...NOTHING_SPENT, seconds: 1.24 }, { wallClock: 3 }, "1.2 of 3 seconds"],
])("tells %j of %j", (spent, limits, words) => {
  expect(spentInWords(spent, limits)).toBe(words);
});

test("tells amounts as people say them", () => {
  expect(amountsInWords({ tokens: 40_000, usd: 0.5, wallClock: 300 })).toEqual(["40k tokens", "$0.50", "5 minutes"]);
  expect(amountsInWords({ tokens: 1, usd: 0.004, wallClock: 1 })).toEqual(["1 token", "$0.004", "1 second"]);
  expect(amountsInWords({ usd: 0.05, wallClock: 7200 })).toEqual(["$0.05", "2 hours"]);
  expect(amountsInWords({ wallClock: 12 })).toEqual(["12 seconds"]);
  expect(amountsInWords({})).toEqual([]);
});
