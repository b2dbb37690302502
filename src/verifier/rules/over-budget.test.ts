import { expect, test } from "vitest";
import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Budget, Plan } from "../../plan/model.ts";
import type { World } from "../../ports/world.ts";
import { findings } from "./findings.testkit.ts";
import { overBudget } from "./over-budget.ts";

const four = ["a", "b", "c", "d"].map((id) => aStep(id, { title: "", what: "", contracts: [] }));
const said = (budget: Budget | undefined, fields: Partial<Plan> = {}, world: Partial<World> = {}): string[] =>
  findings(overBudget, aPlan(four, { ...(budget && { budget }), ...fields }), world).map(
    ({ span, message }) => `${span.file}: ${message}`,
  );

test("shows its arithmetic, one report for each limit", () => {
  expect(said({ tokens: 20_000, wallClock: 300, usd: 0.01 })).toEqual([
    "/budget: 4 steps at about 15k tokens each are about 60k tokens; the budget is 20k",
    "/budget: 4 steps one after another at about 2m each are about 8m; the budget is 5m",
  ]);
});

test("a budget that is just enough, or none at all, is fine", () => {
  expect(said({ tokens: 60_000, wallClock: 480, usd: 0.01 })).toEqual([]);
  expect(said(undefined)).toEqual([]);
});

test("one step is told as one, and a finished plan needs nothing", () => {
  expect(said({ tokens: 1_000 }, { steps: four.slice(0, 1) })).toEqual([
    "/budget: 1 step at about 15k tokens is about 15k tokens; the budget is 1k",
  ]);
  expect(said({ tokens: 1, wallClock: 1 }, { steps: four.map((step) => ({ ...step, status: "done" })) })).toEqual([]);
});
