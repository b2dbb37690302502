import { expect, test } from "vitest";
import { aPlan, aStep, noFiles } from "./a-plan.testkit.ts";
import type { Step } from "./model.ts";
import { sharedWrites } from "./write-sets.ts";

const writing = (
  number: number,
  files: Partial<Record<"change" | "add" | "delete" | "mustNotTouch", string[]>>,
): Step =>
  aStep(`${number}`, {
    number,
    files: {
      ...noFiles,
      ...Object.fromEntries(Object.entries(files).map(([list, paths]) => [list, paths.map((path) => ({ path }))])),
    },
  });
const plan = (...steps: Step[]) => aPlan(steps);
const told = (mine: Step[], theirs: Step[]): string[] =>
  sharedWrites(plan(...mine), [{ name: "other", plan: plan(...theirs) }]).map(
    ({ step, path, other }) => `${step}: ${other.name} ${other.step} ${path}`,
  );

test("finds the same file whatever is done with it", () => {
  expect(
    told([writing(1, { change: ["src/app.ts"] })], [writing(1, {}), writing(2, { delete: ["./src/app.ts"] })]),
  ).toEqual(["1: other 2 ./src/app.ts"]);
});

test("finds files behind folders and patterns, on either side", () => {
  expect(told([writing(1, { add: ["src/pay/card.ts"] })], [writing(3, { change: ["src/pay/"] })])).toEqual([
    "1: other 3 src/pay/",
  ]);
  expect(told([writing(2, { change: ["src/**/*.ts"] })], [writing(1, { add: ["src/a/b.ts"] })])).toEqual([
    "2: other 1 src/a/b.ts",
  ]);
});

test("what is not written is not shared", () => {
  expect(told([writing(1, { change: ["src/a.ts"] })], [writing(1, { mustNotTouch: ["src/a.ts"] })])).toEqual([]);
  expect(told([writing(1, { change: ["src/a.ts"] })], [writing(1, { change: ["src/b.ts"] })])).toEqual([]);
  expect(told([writing(1, {})], [writing(1, { change: ["src/b.ts"] })])).toEqual([]);
});

test("an entry of another plan is named once, and every plan for itself", () => {
  const mine = [writing(1, { change: ["a.ts"] }), writing(2, { change: ["a.ts"] })];
  const other = plan(writing(4, { change: ["a.ts"] }));
  const found = sharedWrites(plan(...mine), [
    { name: "one", plan: other },
    { name: "two", plan: other },
  ]);
  expect(found.map((each) => each.other)).toEqual([
    { name: "one", step: 4 },
    { name: "two", step: 4 },
  ]);
});
