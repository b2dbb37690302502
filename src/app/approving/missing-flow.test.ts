import { expect, test } from "vitest";
import { aPlan } from "../../plan/a-plan.testkit.ts";
import { missingFlow } from "./missing-flow.ts";

test.each(["simple", "standard", "complex"] as const)("a plan of complexity %s is not supported yet", (complexity) => {
  expect(missingFlow(aPlan(["a"], { complexity }))).toBe(
    `\`complexity: ${complexity}\` is not supported yet, only \`direct\`: one step after the other; remove the line to use it`,
  );
});

test("nor can one that sets up infrastructure", () => {
  expect(missingFlow(aPlan(["a"], { infrastructure: true }))).toMatch(/^`infrastructure: yes` is not supported yet/);
});

test("any other can", () => {
  expect(missingFlow(aPlan(["a"]))).toBeNull();
  expect(missingFlow(aPlan(["a"], { complexity: "direct", infrastructure: false }))).toBeNull();
});
