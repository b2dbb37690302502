import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatBudget, parseBudget } from "./budget.ts";

describe("parseBudget", () => {
  test.each([
    ["max 200k tokens, $1.50, 20 minutes wall clock", { tokens: 200_000, usd: 1.5, wallClock: 1200 }],
    ["max 300k tokens, $2.00, 30 minutes", { tokens: 300_000, usd: 2, wallClock: 1800 }],
    ["max 1M tokens, $8.00, 60 minutes", { tokens: 1_000_000, usd: 8, wallClock: 3600 }],
    ["$5", { usd: 5 }],
    ["5 usd", { usd: 5 }],
    ["up to 12 dollars", { usd: 12 }],
    ["at most 1,500,000 tokens", { tokens: 1_500_000 }],
    ["1.005k tokens", { tokens: 1005 }],
    ["1 token", { tokens: 1 }],
    ["90s wall-clock, maximum $1,000", { wallClock: 90, usd: 1000 }],
    ["max   20\tminutes   wall clock", { wallClock: 1200 }],
    ["200k tokens,300s", { tokens: 200_000, wallClock: 300 }],
  ])("reads %j", (text, budget) => {
    expect(parseBudget(text)).toEqual({ ok: true, budget });
  });

  test.each([
    ["", "", "a limit is missing here"],
    ["$1, , 5m", "", "a limit is missing here"],
    ["$1, lots", "lots", "`lots` is not a limit"],
    ["max 1M, $8.00", "max 1M", "`max 1M` is not a limit"],
    ["0 minutes", "0 minutes", "`0 minutes` is not a limit"],
    ["$1, $2", "$2", "a second limit for money"],
    ["5m,  10m", "10m", "a second limit for time"],
    ["0 tokens", "0 tokens", "a limit for tokens must be more than nothing"],
    ["$0.00", "$0.00", "a limit for money must be more than nothing"],
    [`$${"9".repeat(400)}`, `$${"9".repeat(400)}`, "a limit for money must be more than nothing"],
  ])("points at the fault in %j", (text, faulty, message) => {
    const read = parseBudget(text);
    expect(read).toMatchObject({ ok: false, message });
    if (!read.ok) expect(text.slice(read.start, read.end)).toBe(faulty);
  });

  test("reads back what it would take to write any three limits, in any order", () => {
    const limits = fc.record({
      tokens: fc.integer({ min: 1, max: 1e9 }),
      cents: fc.integer({ min: 1, max: 1e6 }),
      minutes: fc.integer({ min: 1, max: 1e4 }),
    });
    fc.assert(
      fc.property(limits, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), ({ tokens, cents, minutes }, order) => {
        const parts = [`max ${tokens} tokens`, `$${(cents / 100).toFixed(2)}`, `${minutes} minutes wall clock`];
        const text = order.map((index) => parts[index]).join(", ");
        expect(parseBudget(text)).toEqual({ ok: true, budget: { tokens, usd: cents / 100, wallClock: minutes * 60 } });
      }),
    );
  });

  test("answers any text with limits above zero or a place inside the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."1,.$ kMtokensm") })), (text) => {
        const read = parseBudget(text);
        if (read.ok) for (const limit of Object.values(read.budget)) expect(limit).toBeGreaterThan(0);
        else expect(0 <= read.start && read.start <= read.end && read.end <= text.length).toBe(true);
      }),
    );
  });

  test("takes no time over long gaps", () => {
    expect(parseBudget(`x${" ".repeat(200_000)}!`)).toMatchObject({ ok: false });
  }, 1000);
});

test("what is formatted is read back as the same", () => {
  expect(formatBudget({ tokens: 200_000, usd: 1.5, wallClock: 1200 })).toBe("max 200000 tokens, $1.5, 20m wall clock");
  const limits = fc.record(
    {
      tokens: fc.integer({ min: 1, max: 1e12 }),
      usd: fc.integer({ min: 1, max: 1e8 }).map((cents) => cents / 100),
      wallClock: fc.integer({ min: 1, max: 1e7 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(limits, (budget) => {
      fc.pre(Object.keys(budget).length > 0);
      expect(parseBudget(formatBudget(budget))).toEqual({ ok: true, budget });
    }),
  );
});
