import { describe, expect, test } from "vitest";
import { aPlan, aStep, noFiles } from "../../plan/a-plan.testkit.ts";
import type { Plan, ProtectedArea, Step } from "../../plan/model.ts";
import { findings, pointersOf } from "./findings.testkit.ts";
import { protectedArea } from "./protected-area.ts";

const changes = (line: string, ...paths: string[]): Step =>
  aStep(line, { files: { ...noFiles, change: paths.map((path) => ({ path })) } });
const area = (name: string, ...paths: string[]): ProtectedArea => ({ name, paths });
const planOf = (areas: ProtectedArea[], ...steps: Step[]): Plan => aPlan(steps, { protectedAreas: areas });
const messages = (plan: Plan): string[] => findings(protectedArea, plan).map(({ message }) => message);

test("names the path of the step and the area", () => {
  expect(messages(planOf([area("Payments", "src/pay/**")], changes("a", "src/pay/card.ts")))).toEqual([
    "`src/pay/card.ts` reaches into the protected area `Payments` (`src/pay/**`)",
  ]);
});

test("every list counts that changes the tree, and only those", () => {
  const path = "src/pay/a.ts";
  const files = { change: [{ path }], add: [{ path }], delete: [{ path }], mustNotTouch: [{ path }] };
  expect(pointersOf(findings(protectedArea, planOf([area("Payments", "src/pay")], aStep("a", { files }))))).toEqual([
    "/steps/0/files/change/0/path",
    "/steps/0/files/add/0/path",
    "/steps/0/files/delete/0/path",
  ]);
});

describe("reports", () => {
  test.each([
    ["src/pay", "src"],
    ["src/pay", "./"],
    ["src/pay", "docs/../src/pay/a.ts"],
    ["docs/../src/pay", "src/pay/a.ts"],
    ["src/pay*", "src/payments/a.ts"],
    ["**/*.sql", "db/001.sql"],
    ["db/001.sql", "**/*.sql"],
    ["./", "a.ts"],
    ["src/..", "a.ts"],
    ["**/*.sql", "db/v1.2/"],
  ])("with %j protected, %j", (path, written) => {
    expect(messages(planOf([area("X", path)], changes("a", written)))).toHaveLength(1);
  });

  test("a path in two areas once, by the first of them", () => {
    expect(
      messages(planOf([area("One", "lib"), area("Two", "src"), area("Three", "src/a.ts")], changes("a", "src/a.ts"))),
    ).toEqual(["`src/a.ts` reaches into the protected area `Two` (`src`)"]);
  });

  test("steps of every track", () => {
    const plan = planOf([area("X", "src")], changes("a @x", "src/a.ts"), changes("b @y", "src/b.ts"));
    expect(pointersOf(findings(protectedArea, plan))).toEqual([
      "/steps/0/files/change/0/path",
      "/steps/1/files/change/0/path",
    ]);
  });
});

describe("allows", () => {
  test.each([
    ["src/pay", "src/payments/a.ts"],
    ["src/pay/*.ts", "src/pay/*.md"],
    ["**/*.sql", "src/a.ts"],
    ["", "src/a.ts"],
    ["src", ""],
    ["./", "../elsewhere"],
  ])("with %j protected, %j", (path, written) => {
    expect(messages(planOf([area("X", path)], changes("a", written)))).toEqual([]);
  });

  test("everything when an area has no paths", () => {
    expect(messages(planOf([area("Payments")], changes("a", "src/pay/a.ts")))).toEqual([]);
  });
});

test("a thousand steps and a hundred areas, plain or with wildcards, are no trouble", () => {
  const steps = Array.from({ length: 1000 }, (_, at) => changes(`s${at}`, `src/part-${at}/deep/file.ts`));
  const plain = Array.from({ length: 100 }, (_, at) => area(`A${at}`, `src/part-${at}/`));
  const patterns = Array.from({ length: 100 }, (_, at) => area(`A${at}`, `**/part-${at}?/**/*.ts`));
  expect(messages(planOf(plain, ...steps))).toHaveLength(100);
  expect(messages(planOf(patterns, ...steps))).toHaveLength(990);
});
