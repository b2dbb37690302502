import { describe, expect, test } from "vitest";
import { aRepository, harnessFor } from "../a-repository.testkit.ts";
import { treesOf } from "../objects/trees.ts";
import { debugBranch, deleteAttempts, saveAttempt, savedAttempts } from "./debug-branches.ts";

const who = { name: "planwright", email: "planwright@localhost", time: 1_800_000_000, zone: "+0000" };
const step = { plan: "rate-limit", task: 3 };

async function failedWork() {
  const repository = aRepository();
  const base = repository.commit({ a: "1" });
  const git = await harnessFor(repository);
  const trees = treesOf(git);
  const id = await trees.write(Buffer.from("broken"));
  const tree = await trees.compose(await trees.treeOf(base), new Map([["a", { mode: "100644", id }]]));
  return { repository, git, base, work: { tree, base, who, message: "attempt failed" } };
}

describe("a failed attempt", () => {
  test("is kept on a branch of its own, on top of where it began", async () => {
    const { repository, git, base, work } = await failedWork();
    const { ref, commit } = await saveAttempt(git, { ...step, attempt: 1 }, work);
    expect(ref).toBe("refs/heads/debug/plan-rate-limit-task-3-attempt-1");
    expect(repository.git("rev-parse", ref, `${ref}~1`)).toBe(`${commit}\n${base}`);
    expect(repository.git("show", `${ref}:a`)).toBe("broken");
  });

  test("is kept once, however often it is saved, and replaced when the attempt went on", async () => {
    const { git, work } = await failedWork();
    const key = { ...step, attempt: 1 };
    const first = await saveAttempt(git, key, work);
    expect(await saveAttempt(git, key, { ...work, who: { ...who, time: 1_900_000_000 } })).toEqual(first);
    const other = { ...work, tree: treesOf(git).emptyTree };
    const later = await saveAttempt(git, key, other);
    expect(later).toEqual({ ref: first.ref, commit: expect.not.stringContaining(first.commit) });
    expect(await savedAttempts(git, step)).toEqual([later]);
  });

  test("is kept beside one whose number begins alike", async () => {
    const { git, work } = await failedWork();
    const tenth = await saveAttempt(git, { ...step, attempt: 10 }, { ...work, tree: treesOf(git).emptyTree });
    const first = await saveAttempt(git, { ...step, attempt: 1 }, work);
    expect(await savedAttempts(git, step)).toEqual([first, tenth]);
  });

  test("goes after success, and only then the last one too", async () => {
    const { repository, git, work, base } = await failedWork();
    for (const attempt of [1, 2, 9, 10]) await saveAttempt(git, { ...step, attempt }, work);
    await saveAttempt(git, { plan: "rate-limit", task: 31, attempt: 1 }, work);
    repository.git("branch", "debug/plan-rate-limit-task-3-attempt-mine", base);
    const attempts = async () => (await savedAttempts(git, step)).map(({ ref }) => ref);
    expect(await attempts()).toEqual([1, 2, 9, 10].map((attempt) => debugBranch({ ...step, attempt })));
    await deleteAttempts(git, step, "last");
    expect(await attempts()).toEqual([debugBranch({ ...step, attempt: 10 })]);
    await deleteAttempts(git, step, "none");
    await deleteAttempts(git, step, "none");
    expect(repository.git("branch", "--list", "debug/*", "--format=%(refname:short)").split("\n")).toEqual([
      "debug/plan-rate-limit-task-3-attempt-mine",
      "debug/plan-rate-limit-task-31-attempt-1",
    ]);
  });
});
