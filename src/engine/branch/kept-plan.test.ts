import { expect, test } from "vitest";
import { aRepository, harnessFor } from "../../workspace/a-repository.testkit.ts";
import { keepRef } from "../../workspace/history/refs.ts";
import { keepPlan, keptRef } from "./kept-plan.ts";

test("a plan's commits are kept at a ref that moves with its tip, and is no branch", async () => {
  const repository = aRepository();
  const [first, second] = [repository.commit({ a: "1" }), repository.commit({ a: "2" })];
  const git = await harnessFor(repository);
  const kept = (): string => repository.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/planwright/");
  for (const tip of [first, first, second, first]) {
    await keepPlan(git, { plan: "pages", tip });
    expect(kept()).toBe(`${keptRef("pages")} ${tip}`);
  }
  expect(repository.git("branch", "--format=%(refname:short)")).toBe("main");
  for (const ref of ["refs/heads/main", "refs/tags/planwright/x", "HEAD"])
    await expect(keepRef(git, ref, first)).rejects.toMatchObject({ code: "not-ours" });
  expect(repository.git("rev-parse", "main")).toBe(second);
});
