import { expect, test } from "vitest";
import { parseSteps } from "../steps/parse.ts";

const plan = (below: string) => {
  const head =
    "---\ntype: plan\nstatus: draft\nowner: orchestrator\n---\n\n# A plan\n\n## Steps\n\n### 1. A step\n\n**target:** coder\n";
  const text = `${head}**subscriptions:**\n- file:a.md\n- file:b.md\n${below}\n**task:**\nWrite it.\n`;
  return parseSteps({ root: "plan.md", files: [{ path: "plan.md", text }] });
};

test("a label right below a list ends the list", () => {
  const { plan: read, diagnostics } = plan("**depends_on:** 1, 2\n**track:** backend\n");
  expect(diagnostics).toEqual([]);
  expect(read.steps[0]).toMatchObject({
    subscriptions: [
      { kind: "file", name: "a.md" },
      { kind: "file", name: "b.md" },
    ],
    dependsOn: ["1", "2"],
    track: "backend",
    what: "Write it.",
  });
});

test("an indented label belongs to its item", () => {
  expect(plan("  **depends_on:** 1\n").plan.steps[0]?.dependsOn).toEqual([]);
});
