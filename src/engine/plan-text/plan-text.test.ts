import { expect, test } from "vitest";
import { aRun, gitIn, planOf } from "../../../test/attack/a-run.ts";
import { steps } from "../../dialects/steps/dialect.ts";
import { planTextAt, readPlanAhead, withPlanEdits } from "./plan-text.ts";

const DONE = { type: "step-status", step: "1", status: "done", result: "it works" } as const;

test("a plan that was read ahead is not read again, and another text is", async () => {
  const { run, top } = await aRun({ files: { "a.txt": "a\n" }, plan: planOf({ contract: "true" }) });
  const { trees } = run.place;
  const step = run.plan.steps[0]?.id ?? "";
  let read = 0;
  const dialect = {
    ...steps,
    parse(files: Parameters<typeof steps.parse>[0]) {
      read += 1;
      return steps.parse(files);
    },
  };
  const tree = gitIn(top, "rev-parse", "plan/numbers^{tree}").trim();
  await readPlanAhead(trees, tree, dialect);
  const once = await withPlanEdits(trees, tree, dialect, [{ ...DONE, step }]);
  expect(read).toBe(1);
  const twice = await withPlanEdits(trees, once, dialect, [{ ...DONE, step, result: "it works well" }]);
  // What an edit has left is known, too.
  expect(read).toBe(1);
  // So is the one that was read first: a work tree and a branch take turns.
  await withPlanEdits(trees, tree, dialect, [DONE]);
  expect(read).toBe(1);
  const other = await withPlanEdits(trees, tree, steps, [{ ...DONE, step, result: "somebody else said so" }]);
  await withPlanEdits(trees, other, dialect, [DONE]);
  expect(read).toBe(2);
  const text = async (of: string) => (await planTextAt(trees, of)).files[0]?.text;
  expect([await text(once), await text(twice)]).toEqual([
    expect.stringContaining("it works"),
    expect.stringContaining("it works well"),
  ]);
});
