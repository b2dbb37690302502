import { chmodSync, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { aPlan } from "../../src/plan/a-plan.testkit.ts";
import { writeMessage } from "../../src/record/commit-message.ts";
import { repositoryAt } from "../../src/record/repository-at.testkit.ts";
import { aRun, opened } from "../../src/store/a-run.testkit.ts";
import { openStore } from "../../src/store/open-store.ts";
import { gitIn, write } from "../a-checkout.ts";
import { aPerson, setVariable } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";

const KEPT = "refs/planwright/plans/words";
const ONE = { task: "Write one.", contract: "grep -q one one.txt" };
const WORKER = "cat > /dev/null\necho one > one.txt\n";

/** A plan that is done, and `change`, with which somebody else commits something to the branch that is checked out. */
async function aDoneRun() {
  const person = await aPerson({ files: { "plan.md": stepsPlan([ONE]), "a.txt": "a\n" }, command: WORKER });
  expect((await person.run("plan.md")).status).toBe(0);
  const { git, top } = person;
  const change = (text: string): void => {
    write(top, { "a.txt": text });
    git("commit", "-qam", "a change of somebody else's");
  };
  return { ...person, change };
}

test("a plan becomes one merge commit, where the branch could move forward, too, and its commits are kept", async () => {
  const { told, git, top } = await aDoneRun();
  const before = git("rev-parse", "main");
  const { status, stdout } = await told("merge", "--yes");
  expect(status).toBe(0);
  expect(stdout.split("\n")).toEqual([
    "its contract passes on the merged tree (1 proven)",
    `main is at ${git("rev-parse", "main").slice(0, 10)}, a merge commit`,
    `${KEPT} keeps the plan's own commits`,
    "`planwright audit main` checks it, `planwright clean words` tidies up",
    "",
  ]);
  expect(git("log", "--first-parent", "--format=%s", `${before}..main`)).toBe("Merge plan/words into main");
  expect(git("rev-parse", "main^1", "main^2", KEPT).split("\n")).toEqual([
    before,
    ...[git("rev-parse", "plan/words"), git("rev-parse", "plan/words")],
  ]);
  expect(readFileSync(join(top, "one.txt"), "utf8")).toBe("one\n");
  expect(git("status", "--porcelain")).toBe("");

  expect(await told("clean", "--branches", "--yes")).toMatchObject({ status: 0 });
  expect(git("for-each-ref", "--format=%(refname)", "refs/heads/", "refs/planwright/")).toBe(
    `refs/heads/main\n${KEPT}`,
  );
});

test("a branch only moves forward when that is asked for and possible, and its person is told which way it went", async () => {
  const { told, git, top, change } = await aDoneRun();
  const tip = git("rev-parse", "plan/words");
  expect(await told("merge", "--ff", "--squash", "--yes")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("'--ff' cannot be used with option '--squash'"),
  });
  git("branch", "ahead");
  change("b\n");
  const merged = JSON.parse((await told("merge", "--ff", "--into", "ahead", "--yes", "--json")).stdout);
  expect(merged).toMatchObject({ status: "merged", how: "ff", commit: tip, kept: KEPT, push: null, checkout: null });
  expect(git("rev-parse", "ahead")).toBe(tip);

  expect((await told("merge", "--ff", "--yes")).stdout).toMatch(/\nmain is at \w{10}, a merge commit\n/);
  expect(git("rev-parse", "main^2")).toBe(tip);
  expect(readFileSync(join(top, "one.txt"), "utf8")).toBe("one\n");

  git("checkout", "-qb", "another", "main~1~1");
  expect((await told("merge", "--ff", "--yes")).stdout).toMatch(/\nanother is at \w{10}, moved forward\n/);
  expect(git("rev-parse", "another")).toBe(tip);
  expect(git("status", "--porcelain")).toBe("");
});

test("a plan is squashed to one commit of the branch, which says what its steps came to and where its commits are", async () => {
  const { told, git, top, change } = await aDoneRun();
  change("b\n");
  git("branch", "other");
  const before = git("rev-parse", "main");
  expect((await told("merge", "--squash", "--yes")).stdout).toMatch(
    /\nmain is at \w{10}, one commit with all of the plan\n/,
  );
  expect(git("log", "-1", "--format=%P%n%an%n%B", "main")).toBe(
    [
      ...[before, "Planwright", "Words", "", "1. Step 1: proven", ""],
      ...["1 contract of the plan passed on the merged tree.", `The commits of plan/words are kept as ${KEPT}.`],
    ].join("\n"),
  );
  expect(git("show", "main:a.txt", "main:one.txt")).toBe("b\none");
  expect(readFileSync(join(top, "one.txt"), "utf8")).toBe("one\n");
  expect(git("status", "--porcelain")).toBe("");
  expect(git("rev-parse", KEPT)).toBe(git("rev-parse", "plan/words"));

  const merged = JSON.parse((await told("merge", "--squash", "--into", "other", "--yes", "--json")).stdout);
  expect(merged).toMatchObject({ status: "merged", how: "squash", outcomes: ["proven"] });
  expect(git("rev-parse", "other^@", "other^{tree}")).toBe(git("rev-parse", before, "main^{tree}"));
});

test("what keeps a plan's commits is pushed with its branch, and merging says how to push it with the merge", async () => {
  const { told, git, place } = await aDoneRun();
  setVariable("PATH", foldersWithoutGh().join(delimiter));
  const remote = join(place, "remote.git");
  git("init", "-q", "--bare", remote);
  git("remote", "add", "upstream", remote);
  const tip = git("rev-parse", "plan/words");
  expect((await told("pr", "--remote", "upstream", "--dry-run")).stdout).toContain(`(${remote}), and ${KEPT}\n`);
  expect(git("for-each-ref", "refs/planwright/")).toBe("");
  for (let times = 0; times < 2; times++) {
    const { stdout } = await told("pr", "--remote", "upstream");
    expect(stdout).toContain(`plan/words is on upstream (${remote})\n${KEPT} keeps the plan's commits there\n`);
    expect(gitIn(remote, "rev-parse", "plan/words", KEPT)).toBe(`${tip}\n${tip}`);
  }

  gitIn(remote, "update-ref", "-d", KEPT);
  const { stdout } = await told("merge", "--squash", "--yes");
  const [, command = ""] = /\n`(git push .*)` pushes both\n/.exec(stdout) ?? [];
  expect(command).toBe(`git push upstream main ${KEPT}`);
  git(...command.split(" ").slice(1));
  expect(gitIn(remote, "rev-parse", "main", KEPT)).toBe(`${git("rev-parse", "main")}\n${tip}`);
});

test.each([
  [
    "pre-receive",
    `while read -r old new ref; do case $ref in refs/heads/*) ;; *) echo "only branches" >&2; exit 1 ;; esac; done`,
  ],
  ["update", `case $1 in refs/heads/*) ;; *) echo "only branches" >&2; exit 1 ;; esac`],
])(
  "a remote whose %s hook takes nothing but branches gets the branch, and one line says what it has refused",
  async (hook, script) => {
    const { told, git, place } = await aDoneRun();
    setVariable("PATH", foldersWithoutGh().join(delimiter));
    const remote = join(place, "remote.git");
    git("init", "-q", "--bare", remote);
    git("remote", "add", "origin", remote);
    write(remote, { [`hooks/${hook}`]: `#!/bin/sh\n${script}\n` });
    chmodSync(join(remote, "hooks", hook), 0o755);

    const { status, stdout } = await told("pr");
    expect(status).toBe(0);
    const lines = stdout.split("\n");
    expect(lines[0]).toBe(`plan/words is on origin (${remote})`);
    expect(lines[1]).toMatch(
      new RegExp(`^${KEPT} was not pushed to origin: .*only branches.*; an audit needs it where `),
    );
    expect(lines[2]).toMatch(/^open a pull request/);
    const pushed = JSON.parse((await told("pr", "--json")).stdout);
    expect(pushed.kept).toEqual({ ref: KEPT, trouble: lines[1] });
    expect(gitIn(remote, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/plan/words");
  },
);

test("a plan that is not done has nothing to keep", async () => {
  const plan = stepsPlan([{ ...ONE, contract: "test -e never.txt", more: "**on_fail:** escalate\n" }]);
  const { told, run, git, place } = await aPerson({ files: { "plan.md": plan }, command: WORKER });
  expect((await run("plan.md")).status).toBe(3);
  setVariable("PATH", foldersWithoutGh().join(delimiter));
  git("init", "-q", "--bare", join(place, "remote.git"));
  git("remote", "add", "origin", join(place, "remote.git"));
  expect(JSON.parse((await told("pr", "--draft", "--json")).stdout)).toMatchObject({ kept: null });
  expect(gitIn(join(place, "remote.git"), "for-each-ref", "--format=%(refname)")).toBe("refs/heads/plan/words");
});

/** A repository in which a plan is done: its branch, and the run that somebody remembers. */
async function aFinishedPlan() {
  const person = await aPerson({ files: { "a.txt": "a\n" }, command: WORKER });
  const { git, top, url } = person;
  git("checkout", "-qb", "plan/words");
  write(top, {
    "one.txt": "one\n",
    ".plan/done/words/plan.md": "# Words\n",
    ".plan/done/words/receipts/01.json": "{}\n",
  });
  git("add", "-A");
  git("commit", "-qm", writeMessage({ kind: "complete", plan: "words", planHash: "f".repeat(64) }));
  const tip = git("rev-parse", "HEAD");
  git("checkout", "-q", "main");
  const store = await openStore(url);
  const run = aRun("words", {
    repository: repositoryAt(top),
    plan: aPlan(["a"], { id: "words", title: "Words" }),
  });
  await store.runs.create(run, [opened, { type: "completed", commit: tip, outcomes: [] }]);
  await store.close();
  const standing = async (): Promise<string> =>
    JSON.parse((await person.told("status", "--json")).stdout).runs[0].state;
  const squash = (branch: string): void => {
    git("merge", "-q", "--squash", branch);
    git("commit", "-qm", "Words (#1)");
  };
  return { ...person, tip, standing, squash };
}

test("a plan that was squashed elsewhere counts as merged, and tidying up keeps its commits", async () => {
  const { told, git, top, tip, standing, squash } = await aFinishedPlan();
  expect(await standing()).toBe("done");
  expect((await told("clean", "words", "--branches", "--dry-run")).stdout).toContain("plan/words: not merged\n");
  squash("plan/words");
  write(top, { "a.txt": "later\n" });
  git("commit", "-qam", "later work");
  expect(await standing()).toBe("merged");
  expect((await told("status", "words")).stdout).toMatch(/\nmerged\n/);
  expect((await told("merge", "words", "--yes")).stdout).toBe("plan/words is in main already\n");

  expect((await told("clean", "words")).stdout).toContain("plan/words: merged; --branches removes it\n");
  expect((await told("clean", "words", "--branches", "--yes")).stdout).toContain("branch plan/words (squashed)\n");
  expect(git("for-each-ref", "--format=%(refname)", "refs/heads/", "refs/planwright/")).toBe(
    `refs/heads/main\n${KEPT}`,
  );
  expect(git("rev-parse", KEPT)).toBe(tip);
});

test("a branch with more than the plan that was squashed is not merged", async () => {
  const { told, git, squash } = await aFinishedPlan();
  squash("plan/words");
  git("checkout", "-q", "plan/words");
  git("commit", "-q", "--allow-empty", "-m", "more");
  git("checkout", "-q", "main");
  expect((await told("clean", "words", "--branches", "--dry-run")).stdout).toContain("plan/words: not merged\n");
});

test("a squash whose receipts were changed on the way is not the plan", async () => {
  const { git, top, standing, squash } = await aFinishedPlan();
  squash("plan/words");
  expect(await standing()).toBe("merged");
  write(top, { ".plan/done/words/receipts/01.json": "{ }\n" });
  git("commit", "-qam", "touch a receipt");
  expect(await standing()).toBe("done");
});

const foldersWithoutGh = (): string[] =>
  (process.env.PATH ?? "").split(delimiter).filter((folder) => !existsSync(join(folder, "gh")));
