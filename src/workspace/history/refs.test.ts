import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fsPath } from "../../std/path-bytes.ts";
import { aRepository, cloneOf, harnessFor, linkedWorktree } from "../a-repository.testkit.ts";
import { createBranch, deleteBranch, listBranches, moveBranch, readyToMove } from "./refs.ts";

const PLAN = "refs/heads/plan/a";

async function twoCommits() {
  const repository = aRepository();
  const [first, second] = [repository.commit({ a: "1" }), repository.commit({ a: "2" })];
  return { repository, first, second, git: await harnessFor(repository) };
}

describe("a branch", () => {
  test("is made, moved and deleted where the person sees it", async () => {
    const { repository, first, second, git } = await twoCommits();
    await createBranch(git, PLAN, first);
    expect(repository.git("rev-parse", "plan/a")).toBe(first);
    await moveBranch(git, PLAN, second, first);
    expect(repository.git("rev-parse", "plan/a")).toBe(second);
    repository.git("pack-refs", "--all");
    await deleteBranch(git, PLAN, second);
    expect(repository.git("branch", "--format=%(refname:short)")).toBe("main");
  });

  test("is not made twice, nor as a folder of another, nor under another", async () => {
    const { repository, first, git } = await twoCommits();
    await createBranch(git, PLAN, first);
    const taken = (message: string) => ({ code: "branch-taken", message });
    await expect(createBranch(git, PLAN, first)).rejects.toMatchObject(
      taken("there is already a branch plan/a; delete it or choose another name"),
    );
    const beside = "there can be no branch plan/a/b beside plan/a; rename or delete plan/a";
    await expect(createBranch(git, `${PLAN}/b`, first)).rejects.toMatchObject(taken(beside));
    repository.git("pack-refs", "--all");
    await expect(createBranch(git, `${PLAN}/b`, first)).rejects.toMatchObject(taken(beside));
    await expect(createBranch(git, "refs/heads/plan", first)).rejects.toMatchObject({ code: "branch-taken" });
  });

  test("is not moved or deleted once somebody else has moved it", async () => {
    const { repository, first, second, git } = await twoCommits();
    repository.git("branch", "plan/a", second);
    for (const attempt of [() => moveBranch(git, PLAN, first, first), () => deleteBranch(git, PLAN, first)])
      await expect(attempt()).rejects.toMatchObject({
        code: "moved",
        message: `plan/a was moved: it is at ${second}, not at ${first}`,
      });
    repository.git("branch", "-q", "-D", "plan/a");
    for (const attempt of [() => moveBranch(git, PLAN, first, second), () => deleteBranch(git, PLAN, second)])
      await expect(attempt()).rejects.toMatchObject({ code: "moved", message: "there is no longer a branch plan/a" });
  });

  test("takes others along, all of them or none", async () => {
    const { repository, first, second, git } = await twoCommits();
    await createBranch(git, PLAN, first);
    const branch = { ref: PLAN, to: second, expectedOld: first, checkout: "none" } as const;
    const notes = { ref: "refs/notes/sample", to: second, from: null };
    const there = () => repository.git("for-each-ref", "--format=%(refname) %(objectname)", PLAN, notes.ref);
    const standing = `${PLAN} ${first}`;
    const believed = readyToMove(git).move({ ...branch, expectedOld: second }, [notes]);
    await expect(believed).rejects.toMatchObject({ code: "moved" });
    expect(there()).toBe(standing);
    await expect(readyToMove(git).move(branch, [{ ...notes, from: first }])).rejects.toThrow();
    expect(there()).toBe(standing);
    const mover = readyToMove(git);
    mover.abandon();
    await readyToMove(git).move(branch, [notes]);
    expect(there()).toBe(`${PLAN} ${second}\n${notes.ref} ${second}`);
  });

  test("is moved by one of many who try at once", async () => {
    const { repository, first, second, git } = await twoCommits();
    await createBranch(git, PLAN, first);
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => moveBranch(git, PLAN, second, first)));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(repository.git("rev-parse", "plan/a")).toBe(second);
  });

  test("is left alone while it is locked", async () => {
    const { repository, first, second, git } = await twoCommits();
    await createBranch(git, PLAN, first);
    writeFileSync(join(repository.path, ".git", `${PLAN}.lock`), "");
    await expect(moveBranch(git, PLAN, second, first)).rejects.toMatchObject({ code: "locked" });
  });

  test("never points to what is not there, and is always a branch", async () => {
    const { first, git } = await twoCommits();
    await expect(createBranch(git, PLAN, "1".repeat(40))).rejects.toMatchObject({ code: "missing-object" });
    for (const ref of ["refs/tags/x", "refs/tags/version-1", "refs/remotes/origin/main", "HEAD", "plan/a"])
      await expect(createBranch(git, ref, first)).rejects.toMatchObject({ code: "not-ours" });
    await expect(createBranch(git, "refs/heads/", first)).rejects.toMatchObject({ code: "not-ours" });
    await expect(createBranch(git, "refs/heads/a..b", first)).rejects.toMatchObject({
      message: "a..b cannot be the name of a branch",
    });
  });

  test("is made once, with ids of the longer kind, too", async () => {
    const repository = aRepository("--object-format=sha256");
    const first = repository.commit({ a: "1" });
    const git = await harnessFor(repository);
    await createBranch(git, PLAN, first);
    expect(repository.git("rev-parse", "plan/a")).toBe(first);
    await expect(createBranch(git, PLAN, first)).rejects.toMatchObject({ code: "branch-taken" });
  });

  test("that is only a name for another does not move that one", async () => {
    const { repository, first, second, git } = await twoCommits();
    repository.git("branch", "other", second);
    repository.git("symbolic-ref", PLAN, "refs/heads/other");
    await moveBranch(git, PLAN, first, second);
    expect(repository.git("rev-parse", "other")).toBe(second);
    expect(repository.git("rev-parse", "plan/a")).toBe(first);
  });
});

describe("a branch that a person works on is refused", () => {
  test("in the main and in a linked working tree", async () => {
    const { repository, first, second, git } = await twoCommits();
    const linked = linkedWorktree(repository, "side");
    await expect(moveBranch(git, "refs/heads/main", first, second)).rejects.toMatchObject({
      code: "not-ours",
      message: `main is checked out in ${repository.path}; switch to another branch there first`,
    });
    await expect(deleteBranch(git, "refs/heads/side", second)).rejects.toMatchObject({
      code: "not-ours",
      message: `side is checked out in ${linked.path}; switch to another branch there first`,
    });
    expect(repository.git("rev-parse", "main")).toBe(second);
  });

  test("while it is being rebased, and before its first commit", async () => {
    const { repository, first, second, git } = await twoCommits();
    repository.git("checkout", "-q", "--detach");
    mkdirSync(join(repository.path, ".git/rebase-merge"));
    writeFileSync(join(repository.path, ".git/rebase-merge/head-name"), "refs/heads/main\n");
    await expect(moveBranch(git, "refs/heads/main", first, second)).rejects.toMatchObject({ code: "not-ours" });
    repository.git("symbolic-ref", "HEAD", PLAN);
    await expect(createBranch(git, PLAN, first)).rejects.toMatchObject({ code: "not-ours" });
  });

  test("but not one that is only the default of a bare repository", async () => {
    const { repository, first, second } = await twoCommits();
    const bare = cloneOf(repository, "--bare");
    const git = await harnessFor(linkedWorktree(bare, "side"));
    await moveBranch(git, "refs/heads/main", first, second);
    expect(bare.git("rev-parse", "main")).toBe(first);
  });
});

test("a branch whose name is no UTF-8 is listed by a name that leads to it", async () => {
  const { repository, first, git } = await twoCommits();
  spawnSync("bash", ["-c", `git branch $'debug/caf\\xe9' ${first}`], { cwd: repository.path });
  const [branch] = await listBranches(git, "refs/heads/debug/");
  expect(fsPath(branch?.ref ?? "")).toEqual(Buffer.from("refs/heads/debug/caf\xe9", "latin1"));
});

test("branches are listed by the beginning of their names", async () => {
  const { repository, first, second, git } = await twoCommits();
  for (const name of ["debug/x-1", "debug/x-2", "debug/xy", "debug/y/z"]) repository.git("branch", name, first);
  repository.git("tag", "debug/x-3");
  const names = async (prefix: string) => (await listBranches(git, prefix)).map((branch) => branch.ref.slice(11));
  expect(await names("refs/heads/debug/x-")).toEqual(["debug/x-1", "debug/x-2"]);
  expect(await names("refs/heads/debug/")).toEqual(["debug/x-1", "debug/x-2", "debug/xy", "debug/y/z"]);
  expect(await names("refs/heads/deb")).toEqual(["debug/x-1", "debug/x-2", "debug/xy", "debug/y/z"]);
  expect(await names("refs/heads/none")).toEqual([]);
  expect(await names("refs/tags/")).toEqual([]);
  expect(await listBranches(git, "refs/heads/main")).toEqual([{ ref: "refs/heads/main", commit: second }]);
});
