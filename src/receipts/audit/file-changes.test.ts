import { expect, test } from "vitest";
import type { Plan } from "../../plan/model.ts";
import type { CommitObject } from "../../ports/git.ts";
import { aProvenBranch, auditOf, PLAN_TEXT, planOf } from "./a-proven-branch.testkit.ts";
import { changesOf } from "./file-changes.ts";
import { putTree, treesIn } from "./git-objects.testkit.ts";
import { newLedger } from "./ledger.ts";

const plan = planOf(PLAN_TEXT);

/** What these files mean, added by a commit without a parent, when the plan lies there. */
async function sorted(home: string | null, ...paths: string[]): Promise<Record<string, string[]>> {
  const branch = aProvenBranch({ order: [], isComplete: false });
  const tree = putTree(branch.objects, new Map(paths.map((path) => [path, "x"])));
  const ledger = newLedger({ ...auditOf(branch), trees: treesIn(branch.objects) });
  const lying: Plan | null = home === null ? null : { ...plan, source: { ...plan.source, path: home } };
  const changes = await changesOf(ledger, { tree, parents: [] } as unknown as CommitObject, lying);
  return Object.fromEntries(Object.entries(changes).map(([kind, files]) => [kind, files.map(({ path }) => path)]));
}

test.each([
  ["docs/plan.md", ["docs/plan.md"], ["docs/plan.md.txt", "docs/other.md"]],
  ["plans/a", ["plans/a/01.md", "plans/a/deep/02.md"], ["plans/ab/01.md", "plans/b.md"]],
  ["plans/a/", ["plans/a/01.md"], ["plans/ab/01.md"]],
  [".", [".plan/plan.md"], ["plan.md", "src/a.ts"]],
  ["", [".plan/plan.md"], ["src/a.ts"]],
  [null, [".plan/plan.md"], ["src/a.ts"]],
])("a plan at %j owns %j, and not %j", async (home, own, code) => {
  expect(await sorted(home, ...own, ...code)).toEqual({ plan: own, code: code.toSorted(), receipts: [], finished: [] });
});

test("receipts are receipts, wherever the plan lies", async () => {
  const path = ".plan/receipts/01.json";
  for (const home of [".plan", ".plan/receipts", "plan.md"])
    expect(await sorted(home, path)).toEqual({ plan: [], code: [], receipts: [path], finished: [] });
});

test("files of finished plans are no plan's, and no receipts of this one", async () => {
  const paths = [".plan/done/a/plan.md", ".plan/done/a/receipts/01.json"];
  expect(await sorted(".plan", ...paths)).toEqual({ plan: [], code: [], receipts: [], finished: paths });
});
