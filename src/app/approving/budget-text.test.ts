import { expect, test } from "vitest";
import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Forecast } from "../../plan/forecast.ts";
import type { Budget } from "../../plan/model.ts";
import { budgetText, stepBudgetText } from "./budget-text.ts";

const text = (budget: Budget | undefined, earlier: Forecast["earlier"], more: Partial<Forecast> = {}): string | null =>
  budgetText({
    plan: aPlan(["a"], budget && { budget }),
    forecast: { basis: "estimate", steps: 1, inSequence: 1, tokens: 60_000, seconds: 360, earlier, ...more },
  });

test("says what the forecast rests on", () => {
  const budget = { tokens: 200_000, usd: 1.5, wallClock: 1_200 };
  expect(text(budget, { tokens: 14, seconds: 14 }, { usd: 0.054 })).toBe(
    "max 200k tokens, $1.50, 20 minutes; forecast 60k tokens, $0.05, 6 minutes from 14 earlier steps here",
  );
  expect(text({ usd: 2 }, { tokens: 0, seconds: 5 })).toBe(
    "max $2.00; forecast 60k tokens by the plan's size, 6 minutes from 5 earlier steps here",
  );
  expect(text({ wallClock: 9_000 }, { tokens: 0, seconds: 0 }, { seconds: 90 })).toBe(
    "max 2.5 hours; forecast 60k tokens, 90 seconds, an estimate from the plan's size",
  );
});

test("without a budget only what earlier steps have shown is worth a line", () => {
  expect(text(undefined, { tokens: 0, seconds: 0 })).toBeNull();
  expect(text(undefined, { tokens: 3, seconds: 3 })).toBe(
    "no limit; forecast 60k tokens, 6 minutes from 3 earlier steps here",
  );
});

test("says what steps may cost on their own, those with the same limits together", () => {
  const budgets: (Budget | undefined)[] = [{ usd: 1 }, undefined, { usd: 1 }, { wallClock: 600, tokens: 1_000 }];
  const steps = budgets.map((budget, index) => aStep(`s${index}`, { number: index + 1, ...(budget && { budget }) }));
  expect(stepBudgetText({ plan: aPlan(steps) })).toBe("steps 1, 3: max $1.00; step 4: max 1k tokens, 10 minutes");
  expect(stepBudgetText({ plan: aPlan(["a"]) })).toBeNull();
});
