import { expect, test } from "vitest";
import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import type { Step } from "../../plan/model.ts";
import { findings } from "./findings.testkit.ts";
import { stepTooLarge } from "./step-too-large.ts";

const sized = (what: number, fields: Partial<Step> = {}): Step => {
  const step = aStep("a", { title: "", contracts: [], ...fields });
  return { ...step, what: "x".repeat(what) };
};
const files = (...names: string[]): Partial<Step> => ({
  subscriptions: names.map((name) => ({ kind: "file" as const, name })),
});
const said = (step: Step, sizeOf = (_path: string): number | null => null): string[] =>
  findings(stepTooLarge, aPlan([step]), {
    contextWindow: (role) => (role === "developer" ? 1_000 : 100_000),
    sizeOf,
  }).map(({ span, message, help }) => `${span.file}: ${message}; ${help}`);

test("40 % of the window is still fine, one token more is not", () => {
  expect(said(sized(1_600))).toEqual([]);
  expect(said(sized(1_601))).toEqual([
    "/steps/0: the step gives its worker about 401 tokens to read, more than 40 % of the 1k that the role `developer` can take in; split the step",
  ]);
});

test("the window is that of the step's role, and the alias is the developer", () => {
  expect(said(sized(1_601, { target: "coder" }))).toHaveLength(1);
  expect(said(sized(1_601, { target: "reviewer" }))).toEqual([]);
});

test("a file that makes up most of it is named", () => {
  const [line] = said(sized(10, files("data.csv", "b.md")), (path) => (path === "data.csv" ? 40_000 : 100));
  expect(line).toMatch(
    "; `data.csv` alone is about 10k; name it in the task, and let the worker read the part it needs",
  );
});

test("a finished step is left alone", () => {
  expect(said(sized(9_999, { status: "done" }))).toEqual([]);
});
