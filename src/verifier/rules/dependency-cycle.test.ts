import { expect, test } from "vitest";
import { aPlan } from "../../plan/a-plan.testkit.ts";
import { dependencyCycle } from "./dependency-cycle.ts";
import { findings } from "./findings.testkit.ts";

const said = (...lines: string[]): string[] =>
  findings(dependencyCycle, aPlan(lines)).map(({ span, message, help }) => `${span.file}: ${message}; ${help}`);

test("a circle is reported once, at its first edge, with its whole path", () => {
  expect(said("a <- d c", "b <- a", "c <- b", "d", "e <- c")).toEqual([
    "/steps/0/dependsOn/1: steps depend on each other in a circle: `a` → `c` → `b` → `a`; remove one of these dependencies",
  ]);
});

test("a step that depends on itself is no circle of steps", () => {
  expect(said("a <- a")).toEqual(["/steps/0/dependsOn/0: step `a` depends on itself; remove this dependency"]);
});

test("two steps of one id do not depend on themselves", () => {
  expect(said("a", "a <- a")).toEqual([]);
});
