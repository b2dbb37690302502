import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aPlan, aStep, idsAt } from "./a-plan.testkit.ts";
import { dependencyGraph, executionOrder, findCycles, mayRunTogether, unreachableSteps } from "./graph.ts";
import type { Plan } from "./model.ts";

const complex = { complexity: "complex" } as const;

describe("dependencyGraph", () => {
  test("names steps by position, each dependency once, unknown ones not at all", () => {
    expect(dependencyGraph(aPlan(["a", "b <- a a nobody", "c <- b a"]))).toEqual([[], [0], [1, 0]]);
  });

  test("takes the first of two steps with one id", () => {
    expect(dependencyGraph(aPlan(["a", "a <- a", "b <- a"]))).toEqual([[], [0], [0]]);
  });
});

describe("executionOrder", () => {
  const order = (plan: Plan): string => idsAt(plan, executionOrder(plan)).join(" ");

  test("is file order when nothing depends on anything", () => {
    expect(order(aPlan(["c", "a", "b"]))).toBe("c a b");
  });

  test("moves a step back behind what it depends on, and nothing else", () => {
    expect(order(aPlan(["a <- c", "b", "c", "d"]))).toBe("b c a d");
  });

  test("ends with the steps a cycle holds up", () => {
    expect(order(aPlan(["a <- b", "b <- a", "c <- a", "d"]))).toBe("d a b c");
  });

  test("puts the tracks of a complex plan between what precedes them and what follows their merge", () => {
    const steps = ["set-up", "be-1 @be", "docs", "fe-1 @fe", "be-2 @be", "test"];
    expect(order(aPlan(steps, complex))).toBe("set-up be-1 fe-1 be-2 docs test");
    expect(order(aPlan(steps))).toBe("set-up be-1 docs fe-1 be-2 test");
  });

  test("holds every step once, dependencies first, and takes the earliest step that is ready", () => {
    fc.assert(
      fc.property(anyPlan({ acyclic: true }), (plan) => {
        const positions = executionOrder(plan);
        expect([...positions].sort((a, b) => a - b)).toEqual(plan.steps.map((_, position) => position));
        const graph = dependencyGraph(plan);
        const placed = new Set<number>();
        for (const position of positions) {
          const ready = graph.flatMap((on, step) =>
            !placed.has(step) && on.every((d) => placed.has(d)) ? [step] : [],
          );
          expect(position).toBe(Math.min(...ready));
          placed.add(position);
        }
      }),
    );
  });
});

describe("findCycles", () => {
  const cycles = (plan: Plan): string[] => findCycles(plan).map((cycle) => idsAt(plan, cycle).join(" > "));

  test("finds none in a plan that can be ordered", () => {
    fc.assert(fc.property(anyPlan({ acyclic: true }), (plan) => findCycles(plan).length === 0));
  });

  test("names the whole path from its first step in plan order", () => {
    expect(cycles(aPlan(["x", "c <- a", "a <- b", "b <- c x"]))).toEqual(["c > a > b"]);
  });

  test("takes a step that depends on itself as a cycle of one", () => {
    expect(cycles(aPlan(["a", "b <- b a"]))).toEqual(["b"]);
  });

  test("names a loop and the larger cycle it sits in", () => {
    expect(cycles(aPlan(["a <- b a", "b <- a b"]))).toEqual(["a", "a > b", "b"]);
  });

  test("names one cycle for each knot, a shortest through its first step", () => {
    expect(cycles(aPlan(["a <- b", "b <- c d", "c <- a", "d <- a", "e <- f", "f <- e", "g <- a"]))).toEqual([
      "a > b > c",
      "e > f",
    ]);
  });

  test("names real cycles, the same ones every time, and one whenever the plan cannot be ordered", () => {
    fc.assert(
      fc.property(anyPlan({ acyclic: false }), (plan) => {
        const graph = dependencyGraph(plan);
        const found = findCycles(plan);
        expect(findCycles(structuredClone(plan))).toEqual(found);
        for (const cycle of found) {
          expect(cycle[0]).toBe(Math.min(...cycle));
          expect(new Set(cycle).size).toBe(cycle.length);
          for (const [index, step] of cycle.entries()) {
            expect(graph[step]).toContain(cycle[(index + 1) % cycle.length]);
          }
        }
        expect(found.length > 0).toBe(!isOrdered(graph, executionOrder(plan)));
      }),
    );
  });
});

describe("mayRunTogether", () => {
  const steps = ["a", "b @be", "c @be", "d @fe"];

  test("is true only for steps of different tracks of a complex plan", () => {
    const together = (plan: Plan): string[] =>
      plan.steps.flatMap((one, a) =>
        plan.steps.flatMap((other, b) => (mayRunTogether(plan, a, b) ? [`${one.id}${other.id}`] : [])),
      );
    expect(together(aPlan(steps, complex))).toEqual(["bd", "cd", "db", "dc"]);
    expect(together(aPlan(steps))).toEqual([]);
    expect(mayRunTogether(aPlan(steps, complex), 1, 9)).toBe(false);
  });
});

describe("unreachableSteps", () => {
  const told = (plan: Plan): string[] =>
    unreachableSteps(plan).map(({ step, on, because }) => `${idsAt(plan, [step, on]).join(" on ")}: ${because}`);

  test("lists what depends on a cycle, at any distance, and not the cycle itself", () => {
    expect(told(aPlan(["c <- b", "a <- a", "b <- x a", "x", "d <- c"]))).toEqual([
      "c on b: unreachable",
      "b on a: cycle",
      "d on c: unreachable",
    ]);
  });

  test("gives the first of several reasons", () => {
    expect(told(aPlan(["a <- a", "b <- b", "c <- x b a", "x"]))).toEqual(["c on b: cycle"]);
  });

  test("lists a step that waits for another track", () => {
    const steps = ["s", "be @be <- s", "fe @fe <- be", "end <- be fe"];
    expect(told(aPlan(steps, complex))).toEqual(["fe on be: other-track", "end on fe: unreachable"]);
    expect(told(aPlan(steps))).toEqual([]);
  });

  test("lists a step that waits for a later stage", () => {
    const steps = ["before <- be", "be @be <- after", "be-2 @be", "after"];
    expect(told(aPlan(steps, complex))).toEqual(["before on be: later-stage", "be on after: later-stage"]);
    expect(told(aPlan(steps))).toEqual([]);
  });

  test("in a plan without tracks lists exactly what no order reaches and no cycle holds", () => {
    fc.assert(
      fc.property(anyPlan({ acyclic: false }), (plan) => {
        const graph = dependencyGraph(plan);
        const listed = new Set(unreachableSteps(plan).map(({ step }) => step));
        const reached = new Set<number>();
        for (const _ of graph) {
          for (const [step, on] of graph.entries()) if (on.every((other) => reached.has(other))) reached.add(step);
        }
        for (const step of graph.keys()) {
          expect(listed.has(step)).toBe(!reached.has(step) && !reaches(graph, step, step));
        }
      }),
    );
  });
});

// Deep enough to end the stack of a recursion, and with more paths than anyone could walk one by one.
describe("a plan of 10,000 steps, each depending on the two before it", () => {
  const size = 10_000;
  const ids = Array.from({ length: size }, (_, step) => `s${step}`);
  const steps = ids.map((id, step) => aStep(id, { dependsOn: step < 2 ? [] : [`s${step - 1}`, `s${step - 2}`] }));
  const beginningWith = (...dependsOn: string[]): Plan => aPlan([aStep("s0", { dependsOn }), ...steps.slice(1)]);

  test("is ordered, whichever way round it is written", () => {
    expect(idsAt(aPlan(steps), executionOrder(aPlan(steps)))).toEqual(ids);
    const backwards = aPlan(steps.toReversed());
    expect(idsAt(backwards, executionOrder(backwards))).toEqual(["s1", "s0", ...ids.slice(2)]);
  });

  test("has no cycle until its ends are joined, and then one as long as the shortest way round", () => {
    expect(findCycles(aPlan(steps))).toEqual([]);
    const ring = beginningWith(`s${size - 1}`);
    const [cycle = [], ...others] = findCycles(ring);
    expect(others).toEqual([]);
    // From the last step two at a time, and one single step to get from odd to even.
    expect(cycle).toHaveLength(size / 2 + 1);
    const graph = dependencyGraph(ring);
    const follows = (step: number, index: number) => graph[step]?.includes(cycle[(index + 1) % cycle.length] ?? -1);
    expect(cycle.every(follows)).toBe(true);
  });

  test("is unreachable behind a cycle, from the first step to the last", () => {
    expect(unreachableSteps(aPlan(steps))).toEqual([]);
    expect(unreachableSteps(beginningWith("s0"))).toEqual([
      { step: 2, on: 0, because: "cycle" },
      ...ids.slice(3).map((_, index) => ({ step: index + 3, on: index + 2, because: "unreachable" })),
    ]);
  });
});

/** Up to eight steps; unless `acyclic`, dependencies may lead anywhere, to nobody and to doubled ids as well. */
function anyPlan({ acyclic }: { acyclic: boolean }): fc.Arbitrary<Plan> {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const edges = fc.array(fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 })), { maxLength: 14 });
  return fc.tuple(fc.shuffledSubarray(names, { minLength: 1 }), edges, fc.boolean()).map(([ids, pairs, doubled]) => {
    const rank = new Map(ids.map((id, index) => [id, index]));
    const steps = ids.map((id) =>
      aStep(id, {
        dependsOn: pairs.flatMap(([from, to]) => {
          const [one, other] = [names[from] ?? "", names[to] ?? ""];
          if (one !== id || (acyclic && (!rank.has(other) || one <= other))) return [];
          return [other];
        }),
      }),
    );
    const [first] = steps;
    return aPlan(doubled && !acyclic && first ? [...steps, { ...first }] : steps);
  });
}

function isOrdered(graph: readonly (readonly number[])[], order: readonly number[]): boolean {
  const placed = new Set<number>();
  return order.every((step) => {
    placed.add(step);
    return graph[step]?.every((on) => on !== step && placed.has(on));
  });
}

function reaches(graph: readonly (readonly number[])[], from: number, to: number): boolean {
  const seen = new Set<number>();
  const queue = [...(graph[from] ?? [])];
  for (let step = queue.pop(); step !== undefined; step = queue.pop()) {
    if (step === to) return true;
    if (!seen.has(step)) queue.push(...(graph[step] ?? []));
    seen.add(step);
  }
  return false;
}
