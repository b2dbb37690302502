import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removePostgres } from "../../src/store/embedded/remove-postgres.ts";
import { type APlanRun, aPlanRun, stepsPlan } from "./a-plan-run.ts";

const PLAN = stepsPlan([{ contract: "grep -q one one.txt" }, { contract: "grep -q two two.txt" }]);
const CHANGED = PLAN.replace("### 2. Step 2\n\n**task:**\nDo it.", "### 2. Step 2\n\n**task:**\nDo it well.");
const SCRIPT = `steps:
  1: [{ write: { path: one.txt, text: "one\\n" } }, { say: One. }]
  2: [{ write: { path: two.txt, text: "two\\n" } }, { say: Two. }]
`;
const AGENT = ["--mode", "autonomous", "--agent", "scripted:../script.yaml"];
const IN_PLACE = ["run", ".plan", "--yes", "--in-place", ...AGENT];

/** A checkout of a person's own branch `plan/my-fix`, with a plan called "Words" in it. */
function onOwnBranch(): APlanRun {
  const scene = aPlanRun({ files: { "README.md": "# Words\n" } });
  writeFileSync(join(scene.place, "script.yaml"), SCRIPT);
  scene.git("switch", "-q", "-c", "plan/my-fix");
  mkdirSync(join(scene.top, ".plan"));
  writeFileSync(join(scene.top, ".plan/plan.md"), PLAN);
  scene.git("add", "-A");
  scene.git("commit", "-qm", "a plan");
  return scene;
}

test("a plan in the checkout of plan/my-fix is called my-fix, and goes on on that very branch", () => {
  const { run, git } = onOwnBranch();
  const own = git("rev-parse", "HEAD");
  expect(run(IN_PLACE)).toMatchObject({ status: 0, stdout: expect.stringContaining("done: 2 proven") });
  expect(git("symbolic-ref", "HEAD")).toBe("refs/heads/plan/my-fix");
  expect(git("branch", "--format=%(refname:short)").split("\n")).toEqual(["main", "plan/my-fix"]);
  expect(git("log", "--format=%s", `${own}..`).split("\n")).toEqual([
    "plan complete: my-fix",
    expect.stringMatching(/^plan accepted: task-2 — proven: /),
    "Step 2",
    expect.stringMatching(/^plan accepted: task-1 — proven: /),
    "Step 1",
    "plan approved: my-fix",
  ]);
  expect(git("status", "--porcelain")).toBe("");
  expect(run(["status", "my-fix"]).stdout).toContain("my-fix");
  const audit = run(["audit", "plan/my-fix"]);
  expect(audit.status, audit.stdout).toBe(0);
  expect(audit.stdout).not.toMatch(/broken|not the one/);
  git("switch", "-q", "main");
  const merged = run(["merge", "my-fix", "--yes"]);
  expect(merged.status, merged.stderr).toBe(0);
});

test("a branch that is checked out is not moved without --in-place", () => {
  const { run, git, top } = onOwnBranch();
  const before = git("rev-parse", "HEAD");
  for (const command of [["run"], ["approve"]]) {
    const { status, stderr } = run([...command, ".plan", "--yes", ...AGENT]);
    expect(status).toBe(2);
    expect(stderr).toContain(`${top} is on plan/my-fix, the branch of this plan; --in-place works there`);
  }
  expect(git("rev-parse", "HEAD")).toBe(before);
});

test("an approval that is rejected leaves the person's branch where it was", () => {
  const { run, git } = onOwnBranch();
  const before = git("rev-parse", "HEAD");
  expect(run(["approve", ".plan", "--yes", "--in-place", ...AGENT]).status).toBe(0);
  expect(git("log", "-1", "--format=%s")).toBe("plan approved: my-fix");
  expect(run(["reject", "my-fix", "--reason", "later"]).status).toBe(0);
  expect(git("rev-parse", "plan/my-fix")).toBe(before);
  expect(git("status", "--porcelain")).toBe("");
  expect(run(IN_PLACE).status).toBe(0);
});

test("what only the person's branch holds is not lost to another plan of that name", () => {
  const { run, git, top } = onOwnBranch();
  const before = git("rev-parse", "HEAD");
  expect(run(["approve", ".plan", "--yes", "--in-place", ...AGENT]).status).toBe(0);
  expect(run(["cancel", "my-fix"]).status).toBe(0);
  git("switch", "-q", "main");
  writeFileSync(join(top, "plan.md"), PLAN.replace("# Words", "# My fix"));
  expect(run(["run", "plan.md", "--yes", ...AGENT])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("there is already a branch plan/my-fix"),
  });
  expect(git("merge-base", "plan/my-fix", before)).toBe(before);
});

test("such a plan is revised, and taken up from its branch alone", () => {
  const scene = onOwnBranch();
  const { run, git, top, place } = scene;
  writeFileSync(join(place, "script.yaml"), `${SCRIPT.split("\n").slice(0, 2).join("\n")}\n  2: [{ say: No. }]\n`);
  expect(run(IN_PLACE).status).toBe(3);
  writeFileSync(join(place, "changed.md"), CHANGED);
  expect(run(["revise", "my-fix", "../changed.md", "--yes"]).status).toBe(3);
  expect(git("log", "-1", "--format=%s")).toBe("plan revised: my-fix");
  writeFileSync(join(place, "script.yaml"), SCRIPT);
  git("switch", "-q", "main");
  const elsewhere = { PLANWRIGHT_HOME: join(place, "other-home") };
  onTestFinished(() => removePostgres(elsewhere.PLANWRIGHT_HOME));
  const resumed = run(["resume", "--branch", "plan/my-fix", "--yes", ...AGENT], elsewhere);
  expect(resumed, resumed.stderr).toMatchObject({ status: 0 });
  expect(git("log", "-1", "--format=%s", "plan/my-fix")).toBe("plan complete: my-fix");
  expect(git("ls-files", top)).toBe("README.md");
});

test("any other plan that runs on such a branch is called by its title", () => {
  const { run, git, top } = onOwnBranch();
  writeFileSync(join(top, "plan.md"), PLAN);
  expect(run(["run", "plan.md", "--yes", ...AGENT]).status).toBe(0);
  expect(git("log", "-1", "--format=%s", "plan/words")).toBe("plan complete: words");
});
