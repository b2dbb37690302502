import { expect, test } from "vitest";
import { aRepository, cloneOf, harnessFor } from "../../workspace/a-repository.testkit.ts";
import { landedAsTrees } from "./landed.ts";

const PLAN = ".plan/done/pages/plan.md";
const RECEIPT = ".plan/done/pages/receipts/01.json";

/** A plan's branch that is done, and `main` as it was before. */
async function aFinishedPlan() {
  const repository = aRepository();
  const base = repository.commit({ "a.txt": "a\n" });
  repository.git("checkout", "-qb", "plan/pages");
  const tip = repository.commit({ "page.txt": "page\n", [PLAN]: "done\n", [RECEIPT]: "{}" });
  repository.git("checkout", "-q", "main");
  const git = await harnessFor(repository);
  const isLanded = async (...heads: string[]): Promise<boolean> =>
    (await landedAsTrees(git, [{ plan: "pages", tip }], heads)).has(tip);
  const squash = (): string => {
    repository.git("merge", "-q", "--squash", "plan/pages");
    return repository.commit();
  };
  return { ...repository, base, isLanded, squash };
}

test("a plan that was squashed is found, also below other work and other plans", async () => {
  const { base, isLanded, squash, commit } = await aFinishedPlan();
  expect(await isLanded(base)).toBe(false);
  expect(await isLanded()).toBe(false);
  const squashed = squash();
  expect(await isLanded(squashed)).toBe(true);
  const later = commit({ "page.txt": "another page\n", ".plan/done/other/plan.md": "done\n" });
  expect(await isLanded(base, later)).toBe(true);
});

test.each([
  ["a file was changed", { [RECEIPT]: "{ }" }],
  ["a file was added", { ".plan/done/pages/receipts/02.json": "{}" }],
  ["a file was taken away", { [RECEIPT]: null }],
  ["a file may be started", { [RECEIPT]: { script: "true" } }],
  ["nothing of it is left", { [PLAN]: null, [RECEIPT]: null }],
])("not where %s", async (_, files) => {
  const { isLanded, squash, commit } = await aFinishedPlan();
  squash();
  expect(await isLanded(commit(files))).toBe(false);
});

test("a plan whose tip holds nothing of it has landed nowhere", async () => {
  const repository = aRepository();
  const [first, tip] = [repository.commit({ a: "1" }), repository.commit({ a: "2" })];
  const git = await harnessFor(repository);
  expect(await landedAsTrees(git, [{ plan: "pages", tip }], [first, tip])).toEqual(new Set());
});

test("a clone that has left the trees out cannot say, and nothing breaks", async () => {
  const { git: ask, squash, ...repository } = await aFinishedPlan();
  squash();
  ask("config", "uploadpack.allowFilter", "true");
  const clone = cloneOf({ git: ask, ...repository }, "--filter=tree:0", "--no-checkout");
  const [tip, head] = ["origin/plan/pages", "origin/main"].map((name) => clone.git("rev-parse", name));
  const git = await harnessFor(clone);
  expect(await landedAsTrees(git, [{ plan: "pages", tip: tip ?? "" }], [head ?? ""])).toEqual(new Set());
});
