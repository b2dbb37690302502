import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { removePostgres } from "../../src/store/embedded/remove-postgres.ts";
import { aPerson } from "./a-person.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";
import { aTerminal, tmux } from "./a-terminal.ts";

const PLAN = stepsPlan([{ task: "Write one.", contract: "grep -q one one.txt", more: "**on_fail:** escalate\n" }]);
const LAZY = "echo no > no.txt\n";

test("what `check` has left goes although nothing has ever run, and no database is made for that", () => {
  const { run, home } = aPlanRun({ files: { "plan.md": PLAN } });
  run(["check", "plan.md"]);
  const [repository = ""] = readdirSync(join(home, "repositories"));
  const proof = join(home, "repositories", repository, "proof-0");
  expect(existsSync(proof)).toBe(true);
  expect(run(["clean", "--all", "--json"])).toMatchObject({ status: 2, stderr: expect.stringContaining("--yes") });
  expect(run(["clean", "--all", "--yes"])).toMatchObject({ status: 0, stdout: expect.stringContaining("freed") });
  expect(existsSync(proof)).toBe(false);
  expect(run(["clean", "words"]).stderr).toBe("planwright: there is nothing of a run words here\n");
  expect(existsSync(join(home, "postgres"))).toBe(false);
});

test("what is left of runs that are forgotten is found by folders and branches", async () => {
  const { run, git, home } = aPlanRun({ files: { "plan.md": PLAN }, agents: { lazy: LAZY } });
  const words = ["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:../lazy.sh"];
  expect(run(words).status).toBe(3);
  const { stdout: tree } = run(["open"]);
  await removePostgres(home);
  git("branch", "debug/plan-words-task-1-attempt-mine");

  const listed = run(["clean", "--dry-run"]);
  expect(listed.status).toBe(0);
  expect(listed.stdout).toMatch(/kB {2}work tree and transcripts of words\n/);
  expect(listed.stdout).toContain("kept  plan/words: not merged\n");
  // Where the agents' conversations are kept.
  const sessions = join(tree.trim(), "../../sessions");
  expect([tree.trim(), sessions].map((path) => existsSync(path))).toEqual([true, true]);
  expect(run(["clean", "words", "--yes"]).status).toBe(0);
  expect([tree.trim(), sessions].map((path) => existsSync(path))).toEqual([false, false]);
  expect(git("branch", "--format=%(refname:short)")).toBe("debug/plan-words-task-1-attempt-mine\nmain\nplan/words");
  expect(existsSync(join(home, "postgres"))).toBe(false);
});

test("beside runs that are remembered, too, and a run that waits keeps what it has", async () => {
  const { run, told, git } = await aPerson({ files: { "plan.md": PLAN }, command: LAZY });
  expect((await run("plan.md")).status).toBe(3);
  git("branch", "debug/plan-words-task-1-attempt-9");
  git("branch", "debug/plan-other-task-1-attempt-1");
  const { stdout } = await told("clean", "--yes");
  expect(stdout).toContain("branch debug/plan-other-task-1-attempt-1 (a debug branch)");
  expect(stdout).not.toContain("words");
  expect(git("branch", "--list", "debug/*", "--format=%(refname:short)").split("\n")).toEqual([
    "debug/plan-words-task-1-attempt-1",
    "debug/plan-words-task-1-attempt-9",
  ]);
});

test("what is remembered of a run that is over goes when it is asked for, and a run that waits is kept", async () => {
  const waiting = PLAN.replace("# Words", "# Wait").replaceAll("one", "two");
  const { run, told, git } = await aPerson({
    files: { "plan.md": PLAN, "wait.md": waiting },
    command: "echo one > one.txt\n",
  });
  expect((await run("plan.md")).status).toBe(0);
  expect((await run("wait.md")).status).toBe(3);
  expect((await told("clean", "--yes")).stdout).not.toContain("remembered");
  expect((await told("clean", "--journals", "--yes")).stdout).toMatch(/0 B {2}what is remembered of run words-\w+\n/);
  const { stdout } = await told("status", "--all");
  expect([stdout.includes("wait"), stdout.includes("words")]).toEqual([true, false]);
  expect(git("branch", "--list", "plan/*", "--format=%(refname:short)")).toBe("plan/wait\nplan/words");
});

test("a plan is discarded with its branch, merged or not, and nothing that is not the plan's goes with it", async () => {
  const { run, told, git } = await aPerson({
    files: { "plan.md": PLAN, "wait.md": PLAN.replace("# Words", "# Wait").replaceAll("one", "two") },
    command: "echo one > one.txt\n",
  });
  expect((await run("plan.md")).status).toBe(0);
  expect((await run("wait.md")).status).toBe(3);
  const [main, tip, other] = ["main", "plan/words", "plan/wait"].map((branch) => git("rev-parse", branch));
  const discard = (...words: string[]) => told("clean", "words", "--branch", ...words);
  const refused = (why: string) => ({ status: 2, stdout: "", stderr: expect.stringContaining(why) });

  expect(await told("clean", "--branch", "--yes")).toMatchObject(refused("say whose branch"));
  expect(await told("clean", "wait", "--branch", "--yes")).toMatchObject(refused("wait is not over"));
  git("switch", "-q", "plan/words");
  expect(await discard("--yes")).toMatchObject(refused("plan/words is checked out in "));
  git("commit", "-q", "--allow-empty", "-m", "a thought of mine");
  const mine = git("rev-parse", "HEAD");
  git("switch", "-q", "main");
  expect(await discard("--yes")).toMatchObject(refused(`not the plan's and nowhere else: ${mine.slice(0, 10)};`));
  git("branch", "-f", "plan/words", tip ?? "");

  expect(await discard("--dry-run")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("branch plan/words (not merged)"),
  });
  expect(await discard()).toMatchObject({ status: 2, stderr: expect.stringContaining("--yes removes it") });
  expect(JSON.parse((await discard("--dry-run", "--json")).stdout)).toMatchObject({
    lost: { branch: "plan/words", commits: 4 },
    isDone: false,
  });
  expect(git("rev-parse", "plan/words")).toBe(tip);

  git("update-ref", "refs/planwright/plans/words", tip ?? "");
  expect((await discard("--yes")).status).toBe(0);
  expect(git("for-each-ref", "--format=%(refname)", "refs/heads/plan/words", "refs/planwright/plans/words")).toBe("");
  expect(["main", "plan/wait"].map((branch) => git("rev-parse", branch))).toEqual([main, other]);
  expect(await discard("--yes")).toMatchObject(refused("there is no branch plan/words"));

  // What another branch has, too, is not lost, whoever made it.
  expect((await run("plan.md")).status).toBe(0);
  git("update-ref", "refs/heads/plan/words", mine);
  git("branch", "mine", mine);
  expect(await discard("--yes")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("other branches have all"),
  });
  expect(git("rev-parse", "mine")).toBe(mine);
});

test("the branch of a plan that was squashed may go, and its commits are still kept for an audit", async () => {
  const { run, told, git } = await aPerson({ files: { "plan.md": PLAN }, command: "echo one > one.txt\n" });
  expect((await run("plan.md")).status).toBe(0);
  const tip = git("rev-parse", "plan/words");
  expect((await told("merge", "--squash", "--yes")).status).toBe(0);
  expect((await told("clean", "words", "--branch", "--yes")).status).toBe(0);
  expect(git("branch", "--list", "plan/*")).toBe("");
  expect(git("rev-parse", "refs/planwright/plans/words")).toBe(tip);
  expect((await told("audit", "main")).status).toBe(0);
});

test("in a terminal a plan is discarded by a word, and not by a yes", async (context) => {
  tmux(context);
  const scene = aPlanRun(
    { files: { "plan.md": PLAN }, agents: { worker: "echo one > one.txt\n" } },
    (await aDatabase()).url,
  );
  const { top, env, run, git } = scene;
  expect(run(["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:../worker.sh"]).status).toBe(0);
  const terminal = aTerminal(top, env);
  for (const [answer, left] of [
    ["y", "plan/words"],
    ["discard", ""],
  ] as const) {
    terminal.type(`clear; ${inject("planwright")} clean words --branch; echo "status $?"\n`);
    await terminal.sees(
      /branch plan\/words \(not merged\)\n[\s\S]*4 commits of plan\/words will be lost\. Type discard for yes:/,
    );
    terminal.type(`${answer}\n`);
    await terminal.sees(left === "" ? /^removed, .*\nstatus 0/m : /^nothing was removed\nstatus 2/m);
    expect(git("branch", "--list", "plan/*", "--format=%(refname:short)")).toBe(left);
  }
});
