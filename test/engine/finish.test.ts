import { chmodSync, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { takeRun } from "../../src/app/runs/lease.ts";
import { aRun, opened } from "../../src/store/a-run.testkit.ts";
import { ensurePostgres } from "../../src/store/embedded/ensure-postgres.ts";
import { removePostgres } from "../../src/store/embedded/remove-postgres.ts";
import { openStore } from "../../src/store/open-store.ts";
import { gitIn, write } from "../a-checkout.ts";
import { planwright } from "../cli.ts";
import { tempFolder } from "../temp-folder.ts";
import { aPerson, setVariable } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";

const WORKER = `word=$(grep -oE "Write (one|two)" | head -1 | cut -d" " -f2)\necho "$word" > "$word.txt"\n`;
const ONE = { task: "Write one.", contract: "grep -q one one.txt && ! grep bad a.txt" };

/** A plan that is done. */
async function aDoneRun() {
  const person = await aPerson({ files: { "plan.md": stepsPlan([ONE]), "a.txt": "a\n" }, command: WORKER });
  expect((await person.run("plan.md")).status).toBe(0);
  return person;
}

test("a plan is merged into the branch that is checked out, with the files, and nothing uncommitted is lost", async () => {
  const { told, git, top } = await aDoneRun();
  expect((await told("status")).stdout).toMatch(/^words {2}done {2}1 of 1 step done/);
  write(top, { "a.txt": "mine\n", "notes.txt": "untracked\n" });
  expect(await told("merge", "--yes")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("not committed: a.txt;"),
  });
  git("checkout", "a.txt");
  expect(await told("merge")).toMatchObject({ status: 2, stderr: expect.stringContaining("--yes") });
  write(top, { "one.txt": "in the way\n" });
  expect(await told("merge", "--yes")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("would be overwritten"),
  });
  expect([git("rev-parse", "main"), readFileSync(join(top, "one.txt"), "utf8")]).toEqual([
    git("rev-parse", "plan/words~4"),
    "in the way\n",
  ]);
  git("clean", "-qf", "one.txt");

  expect(await told("merge", "--yes")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("its contract passes"),
  });
  expect(git("rev-parse", "main^2", "main^{tree}")).toBe(git("rev-parse", "plan/words", "plan/words^{tree}"));
  expect(git("status", "--porcelain")).toBe("?? notes.txt");
  expect((await told("merge", "--yes")).stdout).toBe("plan/words is in main already\n");
  expect((await told("status")).stdout).toMatch(/^words {2}merged {2}1 of 1 step done/);

  expect(await told("clean", "--branches", "--yes")).toMatchObject({ status: 0 });
  expect(git("branch", "--list", "plan/*", "debug/*")).toBe("");
  // A merge by hand, or by a pull request, counts as well: git says so, and nobody has to.
  expect((await told("status", "words")).stdout).toMatch(/\nmerged\n/);
  expect(JSON.parse((await told("status", "--json")).stdout)).toMatchObject({ runs: [{ state: "merged" }] });
});

test("a plan is merged beside the work of others only while its contracts hold, and a second plan after it", async () => {
  const { told, run, git, top } = await aDoneRun();
  const change = (files: Record<string, string>) => {
    write(top, files);
    git("add", "-A");
    git("commit", "-qm", "a change of somebody else's");
  };
  change({ "a.txt": "bad\n" });
  const before = git("rev-parse", "main");
  const broken = await told("merge", "--yes");
  expect(broken.status).toBe(1);
  expect(broken.stdout).toContain("step 1, Step 1: ");
  expect(broken.stdout).toContain("  $ grep -q one one.txt && ! grep bad a.txt\n  bad\n");
  change({ "a.txt": "good\n", "one.txt": "mine\n" });
  expect(await told("merge", "--yes")).toMatchObject({ status: 1, stdout: expect.stringContaining("\n  one.txt\n") });
  expect(git("rev-parse", "main~1")).toBe(before);
  git("rm", "-q", "one.txt");
  git("commit", "-qm", "make room");

  git("checkout", "-qb", "elsewhere");
  expect((await told("merge", "--into", "main", "--yes", "--json")).status).toBe(0);
  expect(git("log", "-1", "--format=%an: %s (%p)", "main")).toMatch(
    /^Planwright: Merge plan\/words into main \(\w+ \w+\)$/,
  );
  expect(git("show", "main:a.txt", "main:one.txt")).toBe("good\none");
  expect((await told("audit", "main")).status).toBe(0);

  write(top, {
    "other.md": stepsPlan([{ task: "Write two.", contract: "grep -q two two.txt" }]).replace("Words", "Other"),
  });
  expect((await run("other.md")).status).toBe(0);
  expect(await told("merge", "other", "--into", "main", "--yes")).toMatchObject({ status: 0 });
  expect(git("rev-parse", "main^2")).toBe(git("rev-parse", "plan/other"));
  expect(await told("audit", "main")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("main, 2 finished plans"),
  });
});

test("a plan's branch is pushed past the hooks, and a pull request is opened where gh can", async () => {
  const { told, git, place, top } = await aDoneRun();
  const remote = join(place, "remote.git");
  expect((await told("pr")).stderr).toContain("this repository has no remote to push to");
  git("init", "-q", "--bare", remote);
  git("remote", "add", "origin", remote);
  writeProgram(top, ".git/hooks/pre-push", "exit 1");
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !existsSync(join(folder, "gh")));
  setVariable("PATH", folders.join(delimiter));

  const planned = (await told("pr", "--dry-run")).stdout;
  expect(planned).toContain(
    "| 1. Step 1 | proven: grep -q one one.txt && ! grep bad a.txt | `grep -q one one.txt && ! grep bad a.txt` | `",
  );
  expect(planned).toContain("planwright audit origin/plan/words");
  expect(gitIn(remote, "branch")).toBe("");
  const pushed = JSON.parse((await told("pr", "--json")).stdout);
  expect(gitIn(remote, "rev-parse", "plan/words")).toBe(git("rev-parse", "plan/words"));
  expect(readFileSync(pushed.outcome.file, "utf8")).toContain("## How to check it");

  writeProgram(place, "bin/gh", 'echo "$*" | sed "s/--body-file [^ ]*/--body-file FILE/"');
  setVariable("PATH", [join(place, "bin"), ...folders].join(delimiter));
  expect((await told("pr", "words")).stdout).toBe(
    "plan/words is on origin\nrefs/planwright/plans/words keeps the plan's commits there\npr create --head plan/words --title Words --body-file FILE\n",
  );
});

function writeProgram(folder: string, path: string, script: string): void {
  write(folder, { [path]: `#!/bin/sh\n${script}\n` });
  chmodSync(join(folder, path), 0o755);
}

test("what is not done is neither merged nor cleaned, and what is left of a run goes only when somebody says so", async () => {
  const { told, run, git } = await aPerson({
    files: { "plan.md": stepsPlan([{ ...ONE, more: "**on_fail:** escalate\n" }]), "a.txt": "a\n" },
    command: "echo no > no.txt\n",
  });
  expect((await told("clean")).stdout).toBe("nothing to remove\n");
  expect((await run("plan.md")).status).toBe(3);
  expect((await told("merge", "--yes")).stderr).toContain(
    "words is in-progress, and only a plan that is done can be merged",
  );
  expect((await told("pr")).stderr).toContain("words is in-progress; --draft opens a draft");
  expect((await told("clean", "words", "--yes")).stderr).toContain(
    "words is not over; `planwright cancel words` ends it",
  );
  expect((await told("cancel", "words")).status).toBe(0);

  const asked = await told("clean");
  expect(asked.status).toBe(2);
  expect(asked.stdout).toMatch(/kB {2}work tree and transcripts of words\n/);
  expect(asked.stdout).toMatch(/0 B {2}branch debug\/plan-words-task-1-attempt-1 \(a debug branch\)\n/);
  expect(asked.stdout).toContain("kept  plan/words: not merged\n");
  const { stdout } = await told("open");
  expect(existsSync(stdout.trim())).toBe(true);
  expect(await told("clean", "words", "--branches", "--yes")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("freed"),
  });
  expect(existsSync(stdout.trim())).toBe(false);
  expect(git("branch", "--format=%(refname:short)")).toBe("main\nplan/words");
  expect((await told("open")).stderr).toContain("words has no work tree");
});

test("the database ends when it is told to", async () => {
  const home = tempFolder();
  onTestFinished(() => removePostgres(home));
  const { url } = await ensurePostgres({ home });
  const down = (more = {}, ...flags: string[]) =>
    planwright(["down", ...flags], ".", { PLANWRIGHT_HOME: home, ...more });
  const store = await openStore(url);
  const run = aRun("busy");
  await store.runs.create(run, [opened]);
  await takeRun(store, run);
  await store.close();
  expect(down()).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`running in process ${process.pid};`),
  });
  expect(down({}, "--force").stdout).toBe("the database is stopped; what it remembers is kept\n");
  expect(down()).toMatchObject({ status: 0, stdout: "the database is not running\n" });
  const own = { PLANWRIGHT_DATABASE_URL: "postgresql://db.example.org/runs" };
  expect(down(own)).toMatchObject({ status: 0, stdout: expect.stringContaining("not ours to stop") });
  const nowhere = join(home, "nowhere");
  expect(down({ PLANWRIGHT_HOME: nowhere }).stdout).toBe("the database is not running\n");
  expect(existsSync(nowhere)).toBe(false);
});
