import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aPlan, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import { haveFileInCommon } from "../../plan/files.ts";
import { mayRunTogether } from "../../plan/graph.ts";
import type { Plan, Step } from "../../plan/model.ts";
import { concurrentWrites } from "./concurrent-writes.ts";
import { findings, pointersOf } from "./findings.testkit.ts";

const changes = (line: string, ...paths: string[]): Step =>
  aStep(line, { files: { ...noFiles, change: paths.map((path) => ({ path })) } });
const complex = (steps: Step[]): Plan => aPlan(steps, { complexity: "complex" });
const reported = (steps: Step[]): string[] => pointersOf(findings(concurrentWrites, complex(steps)));

test("names the other step, its track and what it writes", () => {
  const [found] = findings(concurrentWrites, complex([changes("a @x", "src/"), changes("b @y", "src/a.ts")]));
  expect(found?.message).toBe("step `a` on track `x` writes `src/` too");
});

test("every list counts that changes the tree, and only those", () => {
  const path = "src/a.ts";
  const all = { change: [{ path }], add: [{ path }], delete: [{ path }], mustNotTouch: [{ path }] };
  expect(reported([changes("a @x", path), aStep("b @y", { files: all })])).toEqual([
    "/steps/1/files/change/0/path",
    "/steps/1/files/add/0/path",
    "/steps/1/files/delete/0/path",
  ]);
  expect(reported([changes("a @x", path), aStep("b @y", { files: { ...noFiles, mustNotTouch: [{ path }] } })])).toEqual(
    [],
  );
});

test("an entry that was left empty is no file, the whole repository is every file", () => {
  expect(reported([changes("a @x", "", " "), changes("b @y", "", " ", "src/a.ts")])).toEqual([]);
  expect(reported([changes("a @x", "./"), changes("b @y", "src/a.ts")])).toHaveLength(1);
  expect(reported([changes("a @x", "src/a.ts"), changes("b @y", "./")])).toHaveLength(1);
});

test("finds the same writes as comparing each with all before it", () => {
  const deep = "a/".repeat(60);
  const name = fc.constantFrom("a", "b", "ab", "*", "**", "a*", "?", ".", "");
  const path = fc.oneof(
    { weight: 9, arbitrary: fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/")) },
    { weight: 1, arbitrary: fc.constantFrom(deep, `${deep}b`, "a/a/a/a") },
  );
  const step = fc.record({ track: fc.constantFrom("", " @x", " @y", " @z"), paths: fc.array(path, { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), fc.boolean(), (drafts, isComplex) => {
      const steps = drafts.map(({ track, paths }, index) => changes(`s${index}${track}`, ...paths));
      const plan = aPlan(steps, { complexity: isComplex ? "complex" : "standard" });
      expect(pointersOf(findings(concurrentWrites, plan))).toEqual(comparedPairwise(plan));
    }),
    { numRuns: 1000 },
  );
});

function comparedPairwise(plan: Plan): string[] {
  const writes = plan.steps.flatMap(({ files }, step) =>
    files.change.map(({ path }, at) => ({ step, path, pointer: `/steps/${step}/files/change/${at}/path` })),
  );
  const isRival = (one: (typeof writes)[number], other: (typeof writes)[number]): boolean =>
    mayRunTogether(plan, one.step, other.step) && haveFileInCommon(one.path, other.path);
  return writes
    .filter((write, index) => writes.slice(0, index).some((other) => isRival(write, other)))
    .map(({ pointer }) => pointer);
}

describe("does not take for ever on", () => {
  const tracks = ["x", "y"];
  const many = (count: number, path: (index: number) => string): Step[] =>
    Array.from({ length: count }, (_, index) => changes(`s${index} @${tracks[index % 2]}`, path(index)));

  test("5,000 steps on two tracks", () => {
    expect(reported(many(5_000, (index) => `src/part-${index}/deep/down/file.ts`))).toEqual([]);
    expect(reported(many(5_000, () => "src/a.ts"))).toHaveLength(4_999);
    expect(reported(many(5_000, (index) => `src/${"a/".repeat(index % 40)}`))).toHaveLength(4_999);
  });

  test("20,000 patterns", () => {
    expect(reported(many(20_000, (index) => `src/part-${index}/*.ts`))).toEqual([]);
  });

  test("paths of 10,000 names", () => {
    expect(reported(many(200, (index) => `${"a/".repeat(10_000)}${index}`))).toEqual([]);
  });
});
