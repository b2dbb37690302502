import { expect, test } from "vitest";
import { aPlan } from "../plan/a-plan.testkit.ts";
import { readMessage } from "../record/commit-message.ts";
import { squashMessage } from "./squash-message.ts";

const about = {
  outcomes: new Map([
    ["a", "proven"],
    ["b", "by-eye"],
  ] as const),
  told: "1 contract of the plan passed on the merged tree.",
  kept: "refs/planwright/plans/sample",
};

test("one commit tells what a plan was for, how its steps ended and where its commits are", () => {
  const plan = { ...aPlan(["a", "b", "c"]), title: "Limit the rate" };
  expect(squashMessage(plan, about)).toMatchInlineSnapshot(`
    "Limit the rate

    1. Do a: proven
    2. Do b: by eye

    1 contract of the plan passed on the merged tree.
    The commits of plan/sample are kept as refs/planwright/plans/sample.
    "
  `);
});

test.each([
  "plan complete: sample",
  "Plan approved",
  "Plan: sample",
  "",
  "a\n\nPlan: sample\nPlan-Hash: x",
  "# plan accepted: task-1",
])("it is none of the plan's own messages, whatever its words are: %j", (words) => {
  const plan = aPlan(["a", "b"]);
  const steps = plan.steps.map((step) => ({ ...step, title: words }));
  for (const outcomes of [about.outcomes, new Map()]) {
    const message = squashMessage({ ...plan, title: words, steps }, { ...about, outcomes });
    expect(readMessage(message)).toEqual({ kind: "other" });
    expect(message.split("\n")[0]).not.toBe("");
  }
});
