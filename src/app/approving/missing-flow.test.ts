import { expect, test } from "vitest";
import { aPlan } from "../../plan/a-plan.testkit.ts";
import { missingFlow } from "./missing-flow.ts";

test.each(["simple", "standard", "complex"] as const)(
  "a plan of complexity %s cannot be carried out yet",
  (complexity) => {
    expect(missingFlow(aPlan(["a"], { complexity }))).toBe(
      `\`complexity: ${complexity}\` cannot be carried out yet, only \`direct\`: one step after the other; take the line out to have it so`,
    );
  },
);

test("nor can one that sets up infrastructure", () => {
  expect(missingFlow(aPlan(["a"], { infrastructure: true }))).toMatch(
    /^`infrastructure: yes` cannot be carried out yet/,
  );
});

test("any other can", () => {
  expect(missingFlow(aPlan(["a"]))).toBeNull();
  expect(missingFlow(aPlan(["a"], { complexity: "direct", infrastructure: false }))).toBeNull();
});
