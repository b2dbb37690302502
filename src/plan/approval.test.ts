import { expect, test } from "vitest";
import { aPlan, aStep } from "./a-plan.testkit.ts";
import { approvalHash, contractHash, stepHash } from "./approval.ts";
import type { Plan } from "./model.ts";

const plan = aPlan([aStep("a", { subtasks: [{ text: "begin", done: false }] }), aStep("b <- a")]);
const [first] = plan.steps;
const withStep = (fields: Partial<Plan["steps"][number]>): Plan => ({
  ...plan,
  steps: plan.steps.map((step, index) => (index === 0 ? { ...step, ...fields } : step)),
});

test.each<[string, Plan]>([
  ["how a step is done", withStep({ how: "differently" })],
  ["how far it has come", withStep({ status: "done", result: "there", failCount: 2 })],
  ["which of its subtasks are ticked", withStep({ subtasks: [{ text: "begin", done: true }] })],
  ["the plan's own how and status", { ...plan, how: "quickly", status: "done" }],
  ["where the file lies", { ...plan, source: { dialect: "steps", path: "elsewhere.md" } }],
])("an approval outlives a change to %s", (_, changed) => {
  expect(approvalHash(changed)).toBe(approvalHash(plan));
});

test.each<[string, Plan]>([
  ["a contract", withStep({ contracts: [{ command: "true", exitCode: 0 }] })],
  ["what a step is to do", withStep({ what: "something else" })],
  ["a subtask", withStep({ subtasks: [{ text: "end", done: false }] })],
  ["the files it may change", withStep({ files: { change: [{ path: "x" }], add: [], delete: [], mustNotTouch: [] } })],
  ["the order", { ...plan, steps: plan.steps.toReversed() }],
  ["a protected area", { ...plan, protectedAreas: [{ name: "pay", paths: ["src/pay/"] }] }],
  ["the budget", { ...plan, budget: { usd: 5 } }],
  ["the mode", { ...plan, mode: "autonomous" }],
])("an approval ends with a change to %s", (_, changed) => {
  expect(approvalHash(changed)).not.toBe(approvalHash(plan));
});

test("the order of keys and fields left out do not matter", () => {
  const reordered = Object.fromEntries(Object.entries(plan).reverse()) as Plan;
  expect(approvalHash({ ...reordered, owner: undefined } as unknown as Plan)).toBe(approvalHash(plan));
});

test("a step and a contract have hashes of their own", () => {
  if (first === undefined) throw new Error("no step");
  expect(stepHash(first)).not.toBe(stepHash({ ...first, what: "else" }));
  expect(contractHash({ command: "a", exitCode: 0 })).not.toBe(contractHash({ command: "a", exitCode: 1 }));
});
