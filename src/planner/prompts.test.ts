import { expect, test } from "vitest";
import type { Plan } from "../plan/model.ts";
import { tokensIn } from "../plan/prompt-size.ts";
import type { PromptLayer } from "../ports/agent.ts";
import { reviewLayers, triageLayers } from "./prompts.ts";

const text = (layers: readonly PromptLayer[]): string => layers.map((layer) => layer.text).join("");

const step = (id: string, status: "done" | "pending") => ({
  ...{ id, number: Number(id), title: `Step ${id}`, status, failCount: 0, result: `result ${id}` },
  ...{ dependsOn: [], subscriptions: [], what: `The what of ${id}.`, how: `The how of ${id}.`, subtasks: [] },
  ...{ files: { change: [], add: [], delete: [], mustNotTouch: [] }, toolsNeeded: [], needs: [], contracts: [] },
});
const PLAN: Plan = {
  ...{ id: "words", title: "Words", status: "in-progress", settings: {}, what: "Two words, precisely." },
  ...{ architecture: "- Plain text.", protectedAreas: [{ name: "Payment", paths: ["pay/"] }], risks: [] },
  ...{ prerequisites: [], source: { dialect: "steps", path: "plan.md" } },
  steps: [step("1", "done"), step("2", "pending"), step("3", "pending")],
};
const attempt = (number: number) => ({
  ...{ number, told: `failure ${number}`, said: "done!", output: `output ${number}`, diff: `diff ${number}` },
});
const FAILED = {
  plan: PLAN,
  step: PLAN.steps[1] ?? step("2", "pending"),
  attempts: [attempt(1), attempt(2)],
  resets: 0,
};

const whole = text(triageLayers(FAILED, 1_000_000));
const KEPT = ["Two words, precisely.", "- Plain text.", "Payment (pay/)", "The how of 2.", "The how of 3.", "diff 2"];

test("a planner is shown the whole plan, and all that the failed attempts have left", () => {
  for (const part of [...KEPT, "The how of 1.", "result 1", "failure 1", "diff 1"]) expect(whole).toContain(part);
});

test("from 70 % of what the planner can take in, finished steps are compressed and what is protected stays word for word", () => {
  const tokens = tokensIn(whole.length);
  expect(text(triageLayers(FAILED, Math.ceil(tokens / 0.7) + 1))).toBe(whole);
  const compressed = text(triageLayers(FAILED, Math.floor(tokens / 0.7)));
  for (const part of [...KEPT, "result 1"]) expect(compressed).toContain(part);
  for (const part of ["The how of 1.", "diff 1"]) expect(compressed).not.toContain(part);
});

test("what has passed is shown with what its worker said and changed", () => {
  const finished = { plan: PLAN, step: FAILED.step, said: "Wrote two.", diff: "+two" };
  for (const part of ["Wrote two.", "+two", "Step `2`"])
    expect(text(reviewLayers(finished, 1_000_000))).toContain(part);
});
