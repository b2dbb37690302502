import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aPlan, aStep, idsAt } from "./a-plan.testkit.ts";
import { dependencyGraph, executionOrder } from "./graph.ts";
import type { Plan, Step } from "./model.ts";
import { type Action, next } from "./next.ts";
import { failurePolicy, modeOf } from "./policies.ts";
import {
  type Answer,
  advance,
  type Hold,
  type Matter,
  NOT_STARTED,
  type StepEvent,
  type StepProgress,
} from "./progress.ts";
import { placesOf } from "./tracks.ts";

const autonomous = { mode: "autonomous" } as const;
const tracks = { ...autonomous, complexity: "complex" } as const;
const done: StepProgress = { ...NOT_STARTED, status: "done", attempts: 1 };
const active: StepProgress = { ...NOT_STARTED, status: "active", attempts: 1 };
const blocked = (over: Matter): StepProgress => ({ ...NOT_STARTED, status: "blocked", over, attempts: 1 });
const failed = (fields: Partial<StepProgress & { status: "failed" }> = {}): StepProgress => ({
  ...NOT_STARTED,
  status: "failed",
  triage: "due",
  attempts: 1,
  failures: 1,
  ...fields,
});
const given = (plan: Plan, progress: Record<string, StepProgress> = {}): Action[] =>
  next(plan, new Map(Object.entries(progress)));
const work = (step: string, attempt = 1, continues = false): Action => ({ do: "work", step, attempt, continues });
const ask = (step: string, about: Matter): Action => ({ do: "ask", step, about });

describe("what starts", () => {
  test("is the first step, and then one at a time", () => {
    const plan = aPlan(["a", "b"]);
    expect(given(plan)).toEqual([work("a")]);
    expect(given(plan, { a: active })).toEqual([{ do: "wait", on: [{ step: "a", for: "attempt" }] }]);
    expect(given(plan, { a: done })).toEqual([work("b")]);
    expect(given(plan, { a: done, b: done })).toEqual([{ do: "complete" }]);
  });

  test("waits for what it depends on", () => {
    expect(given(aPlan(["a <- b", "b"]))).toEqual([work("b")]);
  });

  test("is one step in every track, after what precedes them and before what follows", () => {
    const plan = aPlan(["s", "be-1 @be", "be-2 @be", "fe-1 @fe", "end"], tracks);
    expect(given(plan)).toEqual([work("s")]);
    expect(given(plan, { s: done })).toEqual([work("be-1"), work("fe-1")]);
    expect(given(plan, { s: done, "be-1": done, "fe-1": active })).toEqual([work("be-2")]);
    expect(given(plan, { s: done, "be-1": done, "be-2": done, "fe-1": active })).toEqual([
      { do: "wait", on: [{ step: "fe-1", for: "attempt" }] },
    ]);
    expect(given(plan, { s: done, "be-1": done, "be-2": done, "fe-1": done })).toEqual([work("end")]);
  });

  test("is nothing while a step of a later stage is still open", () => {
    const plan = aPlan(["new", "be @be", "end"], tracks);
    expect(given(plan, { be: done, end: active })).toEqual([{ do: "wait", on: [{ step: "end", for: "attempt" }] }]);
  });

  test("is never a template: it asks", () => {
    expect(given(aPlan([aStep("a", { template: "3–N" })], autonomous))).toEqual([ask("a", "template")]);
  });

  test("is a step without a contract only where a person will look at it", () => {
    const steps = [aStep("a", { contracts: [] })];
    expect(given(aPlan(steps))).toEqual([work("a")]);
    expect(given(aPlan(steps, autonomous))).toEqual([ask("a", "no-contract")]);
    expect(given(aPlan(steps, autonomous), { a: { ...NOT_STARTED, byEye: true } })).toEqual([work("a")]);
  });

  test("is the next attempt by number", () => {
    expect(given(aPlan(["a"]), { a: { ...NOT_STARTED, attempts: 2 } })).toEqual([work("a", 3)]);
    expect(given(aPlan(["a"]), { a: { ...NOT_STARTED, status: "answered", attempts: 2 } })).toEqual([
      work("a", 2, true),
    ]);
  });
});

describe("a plan that cannot go on", () => {
  test("asks when it has no steps, and is not complete", () => {
    expect(given(aPlan([]))).toEqual([{ do: "ask", about: "no-steps" }]);
  });

  test("does what it can, then asks about the first step of a cycle", () => {
    const plan = aPlan(["a <- b", "b <- a", "c"]);
    expect(given(plan)).toEqual([work("c")]);
    expect(given(plan, { c: done })).toEqual([ask("a", "stuck")]);
  });

  test("asks about a step that waits for another track, even when that one is done", () => {
    const plan = aPlan(["be @be", "fe @fe <- be"], tracks);
    expect(given(plan)).toEqual([work("be"), ask("fe", "stuck")]);
    expect(given(plan, { be: done })).toEqual([ask("fe", "stuck")]);
  });

  test("ignores dependencies nobody has, and survives doubled ids", () => {
    expect(given(aPlan(["a <- nobody"]))).toEqual([work("a")]);
    expect(given(aPlan(["a", "a"]), { a: done })).toEqual([{ do: "complete" }]);
  });
});

describe("a step that passed", () => {
  const passed: StepProgress = { ...NOT_STARTED, status: "passed", review: "done", confirmed: false, attempts: 1 };

  test("is accepted at once in autonomous mode, and shown to a person first in interactive mode", () => {
    expect(given(aPlan(["a"], autonomous), { a: passed })).toEqual([{ do: "accept", step: "a" }]);
    expect(given(aPlan(["a"]), { a: passed })).toEqual([ask("a", "checkpoint")]);
    expect(given(aPlan(["a"]), { a: { ...passed, confirmed: true } })).toEqual([{ do: "accept", step: "a" }]);
  });
});

describe("a step that failed", () => {
  const plan = aPlan(["a"], autonomous);

  test("goes to triage while attempts are left", () => {
    expect(given(plan, { a: failed({ failures: 2 }) })).toEqual([{ do: "triage", step: "a" }]);
    expect(given(plan, { a: failed({ triage: "under-way" }) })).toEqual([
      { do: "wait", on: [{ step: "a", for: "triage" }] },
    ]);
  });

  test("is tried again after triage: silently in autonomous mode, after a question in interactive mode", () => {
    expect(given(plan, { a: failed({ triage: 1 }) })).toEqual([work("a", 2)]);
    expect(given(plan, { a: failed({ triage: 2, failures: 0, resets: 1 }) })).toEqual([work("a", 2)]);
    expect(given(aPlan(["a"]), { a: failed({ triage: 1 }) })).toEqual([ask("a", "retry")]);
  });

  test("goes to a person when its attempts are used up", () => {
    expect(given(plan, { a: failed({ failures: 3 }) })).toEqual([ask("a", "exhausted")]);
  });

  test("goes to a person at once when it says escalate, and ends the plan at once when it says abort", () => {
    const saying = (exhausted: "escalate" | "abort") => aPlan([aStep("a", { onFail: { retries: 0, exhausted } })]);
    expect(given(saying("escalate"), { a: failed() })).toEqual([ask("a", "exhausted")]);
    expect(given(saying("abort"), { a: failed() })).toEqual([{ do: "fail", step: "a" }]);
  });

  test("goes to a person when the What is in doubt, or the architecture was blamed a third time", () => {
    expect(given(plan, { a: failed({ triage: 3 }) })).toEqual([ask("a", "what")]);
    expect(given(plan, { a: failed({ triage: 2, failures: 0, resets: 2 }) })).toEqual([work("a", 2)]);
    expect(given(plan, { a: failed({ triage: 2, failures: 0, resets: 3 }) })).toEqual([ask("a", "resets")]);
  });
});

describe("a question", () => {
  test.each(["question", "unverified", "by-eye", "tampered", "protected-area"] as const)(
    "is asked about %s in both modes, and waited for",
    (over) => {
      for (const plan of [aPlan(["a", "b"]), aPlan(["a", "b"], autonomous)]) {
        expect(given(plan, { a: { ...NOT_STARTED, status: "held", over, attempts: 1 } })).toEqual([ask("a", over)]);
        expect(given(plan, { a: blocked(over) })).toEqual([{ do: "wait", on: [{ step: "a", for: "answer" }] }]);
      }
    },
  );

  test("stops its own track only", () => {
    const plan = aPlan(["be @be", "fe-1 @fe", "fe-2 @fe"], tracks);
    expect(given(plan, { be: blocked("exhausted"), "fe-1": done })).toEqual([work("fe-2")]);
  });

  test.each(["tampered", "protected-area"] as const)("over %s stops every track", (over) => {
    const plan = aPlan(["be @be", "fe-1 @fe", "fe-2 @fe", "db @db"], tracks);
    const passed: StepProgress = { ...NOT_STARTED, status: "passed", review: "done", confirmed: false };
    expect(given(plan, { be: blocked(over), "fe-1": done, db: passed })).toEqual([
      { do: "wait", on: [{ step: "be", for: "answer" }] },
    ]);
    expect(given(plan, { be: { ...NOT_STARTED, status: "held", over }, "fe-1": failed(), db: passed })).toEqual([
      ask("be", over),
    ]);
  });
});

describe("the end", () => {
  test("comes at once, and alone, when a step is given up", () => {
    const plan = aPlan(["be @be", "fe @fe"], tracks);
    expect(given(plan, { be: { ...NOT_STARTED, status: "abandoned" } })).toEqual([{ do: "fail", step: "be" }]);
  });
});

describe("any run", () => {
  test("without failures starts the steps in execution order", () => {
    fc.assert(
      fc.property(anyPlan, (drawn) => {
        const plan: Plan = { ...drawn, mode: "autonomous", steps: drawn.steps.map(plain) };
        const run = newRun(plan, []);
        const end = run.toTheEnd();
        if (end.do !== "complete" || plan.complexity === "complex") return;
        expect(run.starts).toEqual(idsAt(plan, executionOrder(plan)));
      }),
    );
  });

  test("keeps order, policy and walls, and ends with a reason, whatever happens", () => {
    fc.assert(
      fc.property(anyPlan, fc.array(fc.nat({ max: 9999 }), { maxLength: 60 }), (plan, tape) => {
        const end = newRun(plan, tape).toTheEnd();
        expect(["complete", "fail", "wait", "ask"]).toContain(end.do);
      }),
      { numRuns: 3000 },
    );
  });
});

const plain = ({ template: _, ...step }: Step): Step => ({ ...step, contracts: aStep("x").contracts });

const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    mode: fc.constantFrom("interactive", "autonomous"),
    complexity: fc.constantFrom("direct", "complex"),
    max: fc.option(fc.nat({ max: 3 })),
    steps: fc.array(
      fc.record({
        track: fc.option(fc.constantFrom("be", "fe")),
        dependsOn: fc.array(fc.constantFrom("s0", "s1", "s2", "s3", "s4", "nobody"), { maxLength: 2 }),
        forward: fc.integer({ min: 0, max: 9 }),
        onFail: fc.option(fc.record({ retries: fc.nat({ max: 2 }), exhausted: fc.constantFrom("escalate", "abort") })),
        template: fc.integer({ min: 0, max: 9 }),
        contracts: fc.integer({ min: 0, max: 9 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ mode, complexity, max, steps }) =>
    aPlan(
      steps.map((drawn, index) =>
        aStep(`s${index}`, {
          // Mostly backwards, so that most plans can be finished; now and then anywhere, cycles included.
          dependsOn: drawn.dependsOn.filter((id) => drawn.forward === 0 || id < `s${index}` || id === "nobody"),
          ...(drawn.track !== null && { track: drawn.track }),
          ...(drawn.onFail !== null && { onFail: drawn.onFail }),
          ...(drawn.template === 0 && { template: "3–N" }),
          ...(drawn.contracts === 0 && { contracts: [] }),
        }),
      ),
      { mode, complexity, settings: max === null ? {} : { maxRetriesPerTask: max } },
    ),
  );

/** An engine without a world: what happens is read from a tape, and when that ends everything passes, unanswered. */
function newRun(plan: Plan, tape: readonly number[]) {
  const progress = new Map<string, StepProgress>();
  const graph = dependencyGraph(plan);
  const places = placesOf(plan);
  const starts: string[] = [];
  const left = [...tape];
  const of = (id: string): StepProgress => progress.get(id) ?? NOT_STARTED;
  const tell = (id: string, event: StepEvent): void => void progress.set(id, advance(of(id), event));
  const pick = <T>(choices: readonly T[], otherwise: T): T => {
    const drawn = left.shift();
    return drawn === undefined ? otherwise : (choices[drawn % choices.length] ?? otherwise);
  };
  return { starts, toTheEnd };

  function toTheEnd(): Action {
    for (let turn = 0; turn < 1000; turn++) {
      const actions = next(plan, progress);
      checkShape(actions);
      for (const action of actions) {
        if (action.do === "complete" || action.do === "fail") return action;
        if (action.do === "ask" && action.about === "no-steps") return action;
        if (action.do === "wait") {
          const [first] = action.on;
          if (!first) throw new Error("waits for nothing");
          if (!happen(pick(action.on, first))) return action;
        } else carryOut(action);
      }
      checkWalls();
    }
    throw new Error("never ends");
  }

  function carryOut(action: Exclude<Action, { do: "complete" | "fail" | "wait" }>): void {
    if (action.do === "ask") {
      if (action.about !== "no-steps") tell(action.step, { type: "asked", over: action.about });
      return;
    }
    if (action.do === "work") {
      checkStart(action);
      starts.push(action.step);
      tell(action.step, { type: "started" });
    }
    if (action.do === "triage") tell(action.step, { type: "triage-started" });
    if (action.do === "accept") tell(action.step, { type: "accepted" });
  }

  function happen(wait: { step: string; for: "attempt" | "triage" | "answer" }): boolean {
    const now = of(wait.step);
    if (wait.for === "triage") {
      expect(now).toMatchObject({ status: "failed", triage: "under-way" });
      const outcome = pick([1, 1, 2, 2, 3, "interrupted"] as const, 1);
      tell(wait.step, outcome === "interrupted" ? { type: "interrupted" } : { type: "triaged", class: outcome });
    }
    if (wait.for === "attempt") {
      expect(now.status).toBe("active");
      const holds: Hold[] = ["question", "unverified", "by-eye", "tampered", "protected-area"];
      const outcome = pick(["passed", "failed", "failed", "passed", "held", "interrupted"] as const, "passed");
      tell(wait.step, outcome === "held" ? { type: "held", over: pick(holds, "question") } : { type: outcome });
    }
    if (wait.for === "answer") {
      expect(now.status).toBe("blocked");
      if (left.length === 0) return false;
      const answer = pick<Answer>(["start", "continue", "accept", "start", "accept", "abandon"], "start");
      try {
        tell(wait.step, { type: "answered", answer });
      } catch {
        tell(wait.step, { type: "answered", answer: "start" });
      }
    }
    return true;
  }

  function checkShape(actions: readonly Action[]): void {
    expect(actions.length).toBeGreaterThan(0);
    const alone = actions.filter((action) => ["fail", "wait", "complete"].includes(action.do));
    if (alone.length > 0) expect(actions).toHaveLength(1);
    expect(actions[0]?.do === "complete").toBe(plan.steps.every((step) => of(step.id).status === "done"));
    const evidence = [...progress.values()].some(
      (now) => (now.status === "held" || now.status === "blocked") && /tampered|protected/.test(now.over),
    );
    if (evidence) for (const action of actions) expect(["ask", "wait", "fail"]).toContain(action.do);
  }

  function checkStart({ step: id, attempt, continues }: Action & { do: "work" }): void {
    const position = plan.steps.findIndex((step) => step.id === id);
    const step = plan.steps[position] ?? aStep("?");
    const now = of(id);
    for (const on of graph[position] ?? []) expect(of(plan.steps[on]?.id ?? "?").status).toBe("done");
    expect(step.template).toBeUndefined();
    expect(now.status).not.toBe("done");
    expect(attempt).toBe(continues ? now.attempts : now.attempts + 1);
    if (modeOf(plan) === "autonomous" && step.contracts.length === 0) expect(now.byEye).toBe(true);
    if (now.status === "failed") expect(modeOf(plan)).toBe("autonomous");
    if (!continues) expect(now.failures).toBeLessThan(failurePolicy(plan, step).attempts);
  }

  function checkWalls(): void {
    const open = plan.steps.flatMap((step, position) =>
      ["pending", "done"].includes(of(step.id).status) ? [] : [places[position] ?? { stage: 0, lane: "" }],
    );
    expect(new Set(open.map(({ stage, lane }) => `${stage} ${lane}`)).size).toBe(open.length);
    for (const { stage } of open) {
      const before = plan.steps.filter((_, position) => (places[position]?.stage ?? 0) < stage);
      for (const step of before) expect(of(step.id).status).toBe("done");
    }
    for (const step of plan.steps) {
      expect(of(step.id).failures).toBeLessThanOrEqual(failurePolicy(plan, step).attempts);
    }
  }
}
