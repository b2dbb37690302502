import { expect, test } from "vitest";
import { openPlan } from "../src/app/plans/open-plan.ts";
import { verifyPaths } from "../src/app/plans/verify.ts";

test.each([
  ["examples/fix-auth-timeout.md", 4, []],
  ["examples/extract-config.md", 3, []],
  ["examples/requests-to-httpx.md", 4, ["3–N", "N+1"]],
  ["examples/slugs.md", 2, []],
  ["examples/token-validation", 3, []],
  ["examples/user-authentication", 3, []],
  ["examples/add-rate-limit.json", 4, []],
])("%s has %i steps and no errors, though the files it mentions are absent", (path, steps, templates) => {
  const { diagnostics, plans } = verifyPaths([path]);
  expect(diagnostics.filter((diagnostic) => diagnostic.severity === "error")).toEqual([]);
  expect(plans[0]?.steps).toBe(steps);
  const { dialect, files } = openPlan(path);
  const plan = dialect?.parse(files).plan;
  expect(plan?.steps.flatMap((step) => step.template ?? [])).toEqual(templates);
});
