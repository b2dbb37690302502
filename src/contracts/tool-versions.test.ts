import { expect, test } from "vitest";
import { aRun, planOf } from "../../test/attack/a-run.ts";
import { toolVersions } from "./tool-versions.ts";

test("the tools a contract names tell their versions from inside the sandbox", async () => {
  const { run } = await aRun({
    files: { "a.txt": "a\n" },
    plan: planOf({ contract: "git diff --exit-code && frobnicate --version && make -n" }),
  });
  const [step] = run.plan.steps;
  const tree = run.place.trees.emptyTree;
  const found = await toolVersions(run.place, step?.contracts ?? [], tree, AbortSignal.timeout(30_000));
  expect(Object.keys(found)).toEqual(["bash", "git", "make"]);
  expect(found.git).toMatch(/^\/\S*git git version \d/);
});
