import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removePostgres } from "../../src/store/embedded/remove-postgres.ts";
import { aPerson } from "./a-person.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";

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
  expect(existsSync(tree.trim())).toBe(true);
  expect(run(["clean", "words", "--yes"]).status).toBe(0);
  expect(existsSync(tree.trim())).toBe(false);
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
