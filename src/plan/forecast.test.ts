import { describe, expect, test } from "vitest";
import { aPlan, aStep } from "./a-plan.testkit.ts";
import { forecast, type StepCost } from "./forecast.ts";

const nothing = () => null;
const cost = (tokens: number, seconds = 60, usd?: number): StepCost => ({
  tokens,
  seconds,
  ...(usd !== undefined && { usd }),
});
const bare = (line: string, fields = {}) => aStep(line, { title: "", what: "", contracts: [], ...fields });

describe("without a history", () => {
  test("a step takes a fixed amount, six times its prompt, and two minutes", () => {
    expect(forecast(aPlan([bare("a"), bare("b", { what: "x".repeat(400) })]), [], nothing)).toEqual({
      basis: "estimate",
      earlier: { tokens: 0, seconds: 0 },
      steps: 2,
      inSequence: 2,
      tokens: 30_600,
      seconds: 240,
    });
  });

  test("files a step subscribes to are part of its prompt", () => {
    const subscriptions = [{ kind: "file", name: "a.md" }];
    expect(forecast(aPlan([bare("a", { subscriptions })]), [], () => 4_000).tokens).toBe(21_000);
  });

  test("money is not guessed, and two steps are no history", () => {
    const { basis, usd } = forecast(aPlan(["a"]), [cost(1, 1, 1), cost(1, 1, 1)], nothing);
    expect({ basis, usd }).toEqual({ basis: "estimate", usd: undefined });
  });
});

describe("with a history", () => {
  test("a step takes the median of what earlier ones took", () => {
    const history = [cost(90_000, 30, 0.2), cost(10_000, 90, 0.1), cost(20_000, 60, 4)];
    expect(forecast(aPlan(["a", "b"]), history, () => 1e9)).toEqual({
      basis: "history",
      earlier: { tokens: 3, seconds: 3 },
      steps: 2,
      inSequence: 2,
      tokens: 40_000,
      seconds: 120,
      usd: 0.4,
    });
  });

  test("steps of agents that do not say what they use count for time alone", () => {
    const silent = { seconds: 30 };
    expect(forecast(aPlan([bare("a")]), [silent, silent, silent, cost(90_000), cost(90_000)], nothing)).toMatchObject({
      basis: "estimate",
      earlier: { tokens: 0, seconds: 5 },
      tokens: 15_000,
      seconds: 30,
    });
    const known = [silent, cost(1_000), cost(5_000), cost(2_000)];
    expect(forecast(aPlan(["a"]), known, nothing)).toMatchObject({ earlier: { tokens: 3, seconds: 4 }, tokens: 2_000 });
  });

  test("money needs three prices of its own", () => {
    expect(forecast(aPlan(["a"]), [cost(1), cost(1, 1, 5), cost(1, 1, 5)], nothing)).not.toHaveProperty("usd");
  });
});

test("finished steps cost nothing, failed ones are still to be done, and a template counts once", () => {
  const steps = [bare("a", { status: "done" }), bare("b", { status: "failed" }), bare("c", { template: "3–N" })];
  expect(forecast(aPlan(steps), [], nothing)).toMatchObject({ steps: 2, tokens: 30_000, seconds: 240 });
  expect(forecast(aPlan([]), [], nothing)).toMatchObject({ steps: 0, tokens: 0, seconds: 0 });
});

test("tracks go side by side, so the longest decides how long it takes", () => {
  const steps = ["before", "x @back", "y @back", "z @front", "after"];
  expect(forecast(aPlan(steps, { complexity: "complex" }), [], nothing)).toMatchObject({ steps: 5, inSequence: 4 });
  expect(forecast(aPlan(steps), [], nothing)).toMatchObject({ inSequence: 5 });
});
