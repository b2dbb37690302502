import { describe, expect, test } from "vitest";
import { aPlan } from "../../plan/a-plan.testkit.ts";
import { findings, pointersOf } from "./findings.testkit.ts";
import { unreachableStep } from "./unreachable-step.ts";

const said = (...lines: string[]): string[] =>
  findings(unreachableStep, aPlan(lines, { complexity: "complex" })).map(({ message, help }) => `${message}; ${help}`);

describe("a step that can never start", () => {
  test("waits for another track", () => {
    expect(said("a @back", "b @front <- a")).toEqual([
      "this step can never start: `a` is on track `back`, and tracks meet only when all of them are done; put both steps on one track, or move this one behind the tracks",
    ]);
  });

  test("stands above the tracks and waits for one", () => {
    expect(said("a <- b", "b @back")).toEqual([
      "this step can never start: `b` is on track `back`, and tracks start only when the steps above them are done; give this step the same track, or move it behind the tracks",
    ]);
  });

  test("waits for what comes after the tracks, on one of them or above them", () => {
    const expected =
      "this step can never start: `c` waits until the tracks are done, and so for this step; move that step in front of the tracks, or this one behind them";
    expect(said("a <- c", "b @back <- c", "c")).toEqual([expected, expected]);
  });

  test("is told all its reasons at once", () => {
    const found = findings(unreachableStep, aPlan(["a @x", "b @y <- a c d", "c @y", "d"], { complexity: "complex" }));
    expect(pointersOf(found)).toEqual(["/steps/1/dependsOn/0", "/steps/1/dependsOn/2"]);
  });
});

test("what only waits behind a circle, or behind such a step, is not reported", () => {
  expect(said("a <- b", "b <- a", "c <- a", "d <- c")).toEqual([]);
  expect(said("a @x", "b @y <- a", "c @y <- b", "d <- c")).toHaveLength(1);
});

test("a reason behind a consequence is still reported", () => {
  expect(said("a @x", "b @y <- a", "c @y <- b a")).toHaveLength(2);
});

test("a doubled id means the first step that bears it", () => {
  const found = findings(unreachableStep, aPlan(["a @x", "b @x <- a c", "c @y", "a @y"], { complexity: "complex" }));
  expect(pointersOf(found)).toEqual(["/steps/1/dependsOn/1"]);
});
