import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aContract, aPlan, aStep } from "./a-plan.testkit.ts";
import { complexityOf, contractTimeout, failurePolicy, modeOf, roleOf, workLimits } from "./policies.ts";

describe("what was not written", () => {
  test("is interactive and direct", () => {
    expect([modeOf(aPlan([])), complexityOf(aPlan([]))]).toEqual(["interactive", "direct"]);
    const plan = aPlan([], { mode: "autonomous", complexity: "complex" });
    expect([modeOf(plan), complexityOf(plan)]).toEqual(["autonomous", "complex"]);
  });

  test("goes to a developer, whom many plans call coder", () => {
    expect(roleOf(aStep("a"))).toBe("developer");
    expect(roleOf(aStep("a", { target: "coder" }))).toBe("developer");
    expect(roleOf(aStep("a", { target: "reviewer" }))).toBe("reviewer");
  });

  test("gives a contract the plan's time, else five minutes", () => {
    const patient = aPlan([], { settings: { verificationTimeout: 900 } });
    expect(contractTimeout(patient, aContract({ timeout: 20 }))).toBe(20);
    expect(contractTimeout(patient, aContract())).toBe(900);
    expect(contractTimeout(aPlan([]), aContract())).toBe(300);
  });

  test("gives work ten silent minutes and sixty in all", () => {
    expect(workLimits(aStep("a"))).toEqual({ silence: 600, total: 3600 });
    expect(workLimits(aStep("a", { workTimeout: 7200 }))).toEqual({ silence: 7200, total: 7200 });
    expect(workLimits(aStep("a", { workTimeout: 30 }))).toEqual({ silence: 30, total: 30 });
  });
});

describe("failurePolicy", () => {
  const policy = (
    retries: number | undefined,
    maxRetriesPerTask: number | undefined,
    exhausted = "escalate" as const,
  ) =>
    failurePolicy(
      aPlan([], { settings: maxRetriesPerTask === undefined ? {} : { maxRetriesPerTask } }),
      aStep("a", retries === undefined ? {} : { onFail: { retries, exhausted } }),
    );

  test.each([
    [undefined, undefined, 3],
    [undefined, 5, 5],
    [undefined, 1, 1],
    [undefined, 0, 1],
    [2, undefined, 3],
    [5, undefined, 6],
    [5, 3, 3],
    [1, 3, 2],
    [0, undefined, 1],
    [0, 3, 1],
    [4, 0, 1],
  ])("retry(%s) under max_retries_per_task %s allows %d attempts", (retries, max, attempts) => {
    expect(policy(retries, max).attempts).toBe(attempts);
  });

  test("ends with a person unless the step says abort", () => {
    expect(policy(undefined, undefined).exhausted).toBe("escalate");
    expect(failurePolicy(aPlan([]), aStep("a", { onFail: { retries: 1, exhausted: "abort" } }))).toEqual({
      attempts: 2,
      exhausted: "abort",
    });
  });

  test("always allows one attempt and never more than either limit that is written", () => {
    const count = fc.option(fc.nat({ max: 20 }), { nil: undefined });
    fc.assert(
      fc.property(count, count, (retries, max) => {
        const { attempts } = policy(retries, max);
        expect(attempts).toBeGreaterThanOrEqual(1);
        if (retries !== undefined) expect(attempts).toBeLessThanOrEqual(1 + retries);
        if (max !== undefined) expect(attempts).toBeLessThanOrEqual(Math.max(1, max));
      }),
    );
  });
});
