import { describe, expect, test } from "vitest";
import { stepsPlan } from "../../../test/plans.ts";
import { applyEdits } from "../../diagnostics/text-edit.ts";
import { branch } from "../../dialects/branch/dialect.ts";
import { steps } from "../../dialects/steps/dialect.ts";
import { aPlan, aStep } from "../../plan/a-plan.testkit.ts";
import { verify } from "../verify.ts";
import { aWorld } from "./a-world.testkit.ts";
import { findings } from "./findings.testkit.ts";
import { unknownRole } from "./unknown-role.ts";

const said = (...targets: string[]): string[] =>
  findings(unknownRole, aPlan(targets.map((target) => aStep("a", { target })))).map(
    ({ span, message, help }) => `${span.file}: ${message}; ${help}`,
  );

describe("an unknown role", () => {
  test("is told the nearest one, or all there are", () => {
    expect(said("developer", "testr", "painter")).toEqual([
      "/steps/1/target: there is no role `testr`; did you mean `tester`?",
      "/steps/2/target: there is no role `painter`; the roles are: developer, coder, tester, reviewer",
    ]);
  });

  test("is neither the alias of the developer nor an empty or finished step's", () => {
    const plan = aPlan([aStep("a", { target: "coder" }), aStep("b"), aStep("c", { target: "x", status: "done" })]);
    expect(findings(unknownRole, plan, { roles: ["developer"] })).toEqual([]);
  });

  test("is repaired where it stands when it is one slip away from exactly one role", () => {
    expect(fixed("coder", "codr")).toBe("coder");
    expect(fixed("coder", "CODER")).toBe("coder");
    expect(fixed("coder", "coders")).toBe("coder");
    expect(fixed("coder", "cod")).toBeNull();
    expect(fixed("coder", "coter", ["cater", "coder"])).toBeNull();
  });

  test("in quotes keeps its quotes, and one that is spelled with escapes is left to its author", () => {
    expect(fixedTask('"testr"')).toBe('"tester"');
    expect(fixedTask('"t\\x65str"')).toBe('"t\\x65str"');
  });
});

/** What stands behind `**target:**` after the fix; null when there is none. */
function fixed(known: string, target: string, roles = [known]): string | null {
  const text = stepsPlan({}).replace("**target:** coder", `**target:** ${target}`);
  const parsed = steps.parse({ root: "plan.md", files: [{ path: "plan.md", text }] });
  const { fix } = verify(parsed, aWorld({ roles })).find(({ code }) => code === "PW403") ?? {};
  return fix ? (/\*\*target:\*\* (.*)/.exec(applyEdits(text, fix.edits))?.[1] ?? null) : null;
}

/** What stands behind `target:` in a task file's frontmatter after the fix, if there is any. */
function fixedTask(target: string): string | undefined {
  const list =
    "## Task List\n\n| # | Task File | Status | Result |\n|---|---|---|---|\n| 1 | task-01.md | pending | — |\n";
  const task = `---\nstatus: pending\ntarget: ${target}\n---\n\n## What\n\nA thing.\n`;
  const files = [
    { path: ".plan/overview.md", text: `## What\n\nA thing.\n\n${list}` },
    { path: ".plan/task-01.md", text: task },
  ];
  const found = verify(branch.parse({ root: ".plan", files }), aWorld()).filter(({ code }) => code === "PW403");
  expect(found).toHaveLength(1);
  const edits = found.flatMap(({ fix }) => fix?.edits ?? []);
  return /^target: (.*)$/m.exec(applyEdits(task, edits))?.[1];
}
