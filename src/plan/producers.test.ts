import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aPlan, aStep, noFiles } from "./a-plan.testkit.ts";
import { covers, normalPath } from "./files.ts";
import { executionOrder } from "./graph.ts";
import type { Plan, Step } from "./model.ts";
import { producersIn } from "./producers.ts";
import { producedBy } from "./produces.ts";
import { placesOf, separation } from "./tracks.ts";

const adds = (line: string, ...paths: string[]): Step =>
  aStep(line, { files: { ...noFiles, add: paths.map((path) => ({ path })) } });

describe("the first producer", () => {
  test("is the first in the order of execution, not of the file", () => {
    expect(producersIn(aPlan([adds("a <- b", "x.md"), adds("b", "x.md")])).first("./x.md")).toBe(1);
  });

  test("is the one that names the path, before one that adds a folder or a pattern around it", () => {
    const plan = aPlan([adds("a", "docs/"), adds("b", "docs/*.md"), adds("c", "docs/x.md")]);
    expect(producersIn(plan).first("docs/x.md")).toBe(2);
    expect(producersIn(plan).first("docs/y.md")).toBe(0);
    expect(producersIn(aPlan(plan.steps.slice(1))).first("docs/y.md")).toBe(0);
  });

  test("is nobody when a folder is only named", () => {
    const plan = aPlan([aStep("a", { what: "Clean up `docs/`." }), adds("b", "src")]);
    expect(producersIn(plan).first("docs/x.md")).toBeUndefined();
    expect(producersIn(plan).first("src/x.ts")).toBeUndefined();
  });
});

test("a step is its own producer in time when it adds what it subscribes to", () => {
  const subscriptions = [{ kind: "file" as const, name: "x.md" }];
  const plan = aPlan([{ ...adds("a", "./x.md"), subscriptions }, aStep("b", { what: "Read `x.md`.", subscriptions })]);
  expect(producersIn(plan).isInTime("x.md", 0)).toBe(true);
});

test("even where a step waits for one that never comes, who makes the file before the tracks is in time", () => {
  const plan = aPlan([adds("a <- c", "x.md"), aStep("b @x <- c"), adds("c", "x.md")], { complexity: "complex" });
  expect(producersIn(plan).isInTime("x.md", 1)).toBe(true);
});

test("many patterns and a long path do not take for ever", () => {
  const patterns = Array.from({ length: 20_000 }, (_, index) => `a${index}/**/*`);
  const producers = producersIn(aPlan([adds("a", ...patterns, "*/".repeat(20_000))]));
  for (let round = 0; round < 1_000; round++) expect(producers.first("b/".repeat(20))).toBeUndefined();
  expect(producers.first("b/".repeat(100_000))).toBeUndefined();
});

test("agrees with asking every step in turn", () => {
  const path = fc.constantFrom("a", "a/", "a/b", "./a/b", "a/b/c.ts", "a/*", "*/b", "d.md");
  const track = fc.constantFrom("", " @x", " @y", " @z");
  const step = fc.record({ track, paths: fc.array(path, { maxLength: 2 }), on: fc.option(fc.nat(6)) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 7 }), (drafts) => {
      // Dependencies only upwards or only downwards would leave the order untested; a circle leaves it undefined.
      const lines = drafts.map(({ track: lane, on }, index) =>
        on === null || on >= drafts.length || on <= index ? `s${index}${lane}` : `s${index}${lane} <- s${on}`,
      );
      const steps = lines.map((line, index) => adds(line, ...(drafts[index]?.paths ?? [])));
      const plan = aPlan(steps, { complexity: "complex" });
      const producers = producersIn(plan);
      for (const name of ["a", "a/b", "a/b/c.ts", "d.md"]) {
        for (const index of steps.keys()) {
          expect(producers.isInTime(name, index)).toBe(someoneIsInTime(plan, name, index));
        }
      }
    }),
  );
});

function someoneIsInTime(plan: Plan, name: string, index: number): boolean {
  const order = executionOrder(plan);
  const before = order.slice(0, order.indexOf(index) + 1);
  return before.some((at) => {
    const step = plan.steps[at];
    if (!step || separation(placesOf(plan), index, at) !== null) return false;
    const wide = step.files.add.filter(({ path }) => /[*?]|\/$/.test(path));
    return producedBy(step).includes(normalPath(name)) || wide.some(({ path }) => covers(path, name));
  });
}
