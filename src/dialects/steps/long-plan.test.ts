import { expect, test } from "vitest";
import { parseSteps } from "./parse.ts";

const MANY = 200_000;
const HEAD = "---\ntype: plan\nstatus: draft\nowner: orchestrator\n---\n\n# A plan\n\n";
const STEP = "## Steps\n\n### 1. A step\n\n**target:** coder\n\n**task:**\n";

/** More values than fit into the arguments of one call. */
test.each([
  ["prose above the steps", `${HEAD}${"A line.\n\n".repeat(MANY)}${STEP}Write it.\n`],
  ["prose below a field", `${HEAD}**Mode:** interactive\n\n${"A line.\n\n".repeat(MANY)}${STEP}Write it.\n`],
  ["a checklist", `${HEAD}${STEP}${"- [ ] Write it.\n".repeat(MANY)}`],
])("reads %s of any length", (_, text) => {
  const { plan, diagnostics } = parseSteps({ root: "plan.md", files: [{ path: "plan.md", text }] });
  expect(diagnostics).toEqual([]);
  expect(plan.steps).toHaveLength(1);
});
