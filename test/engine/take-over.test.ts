import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { leaveRun, takeRun } from "../../src/app/runs/lease.ts";
import { onBoundary } from "../../src/engine/state/boundaries.ts";
import { openStore } from "../../src/store/open-store.ts";
import { type APerson, aPerson } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";

/** Writes the word that the step asks for; `please` only when somebody has said so. */
const WORKER = `task=$(cat)
word=$(grep -oE "Write (one|two|please)" <<< "$task" | head -1 | cut -d" " -f2)
if [ "$word" = please ] && ! grep -q "say please" <<< "$task"; then word=no; fi
echo "$word" > "$word.txt"
echo "Write $word down"
`;

const ONE = { task: "Write one.", contract: "grep -q one one.txt" };
const TWO = { task: "Write two.", contract: "grep -q two two.txt" };
const STUBBORN = { task: "Write please.", contract: "cat please.txt", more: "**on_fail:** escalate\n" };

/** A plan that has run as far as it can. */
async function aRun(steps: Parameters<typeof stepsPlan>[0]) {
  const person = await aPerson({ files: { "plan.md": stepsPlan(steps) }, command: WORKER });
  return { ...person, began: await person.run("plan.md") };
}

const subjects = ({ git }: APerson, range = "main..plan/words"): string[] =>
  git("log", "--format=%s", "--reverse", range).split("\n");

test("a complete plan is undone step by step, and what was taken back is kept and can be done again", async () => {
  const scene = await aRun([ONE, TWO]);
  const { told, git, began } = scene;
  expect(began.status).toBe(0);
  const complete = git("rev-parse", "plan/words");
  const undone = await told("undo", "2");
  expect(undone).toMatchObject({ status: 0, stdout: expect.stringContaining("step 2 is to be done again: Step 2") });
  expect(subjects(scene).at(-1)).toMatch(/^plan accepted: task-1 /);
  expect(git("rev-parse", `debug/plan-words-task-2-undone-${complete.slice(0, 8)}`)).toBe(complete);
  expect(await told("audit", "plan/words")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("not complete yet"),
  });
  expect((await told("undo", "2")).stderr).toBe("planwright: step 2 is not done; there is nothing to undo\n");

  expect((await told("resume")).status).toBe(0);
  expect(subjects(scene).slice(-2)).toEqual([expect.stringMatching(/^plan accepted: task-2 /), "plan complete: words"]);

  const tip = git("rev-parse", "plan/words");
  git("update-ref", "refs/heads/plan/words", "main");
  expect((await told("undo", "1")).stderr).toContain("plan/words is not where Planwright left it");
  git("update-ref", "refs/heads/plan/words", tip);
  expect(JSON.parse((await told("undo", "1", "words", "--json")).stdout)).toMatchObject({ steps: ["1", "2"] });
  expect(subjects(scene)).toEqual(["plan approved: words"]);
  expect((await told("audit", "plan/words")).status).toBe(0);
});

test.each(["undo", "resume"])("what was taken back when the process died is taken back by `%s`", async (next) => {
  const scene = await aRun([ONE, TWO]);
  const { told, git } = scene;
  const complete = git("rev-parse", "plan/words");
  onTestFinished(() => onBoundary(() => {}));
  onBoundary((name) => {
    if (name === "step-undone is in the journal") throw new Error("the machine went down");
  });
  expect((await told("undo", "2")).status).toBe(70);
  onBoundary(() => {});
  expect(git("rev-parse", "plan/words")).toBe(complete);
  if (next === "undo") expect((await told("undo", "2")).stderr).toContain("step 2 is not done");
  else expect((await told("resume")).status).toBe(0);
  expect(git("rev-parse", `debug/plan-words-task-2-undone-${complete.slice(0, 8)}`)).toBe(complete);
  expect(subjects(scene).filter((subject) => subject.startsWith("plan accepted: task-2"))).toHaveLength(
    next === "undo" ? 0 : 1,
  );
  expect(git("rev-parse", "plan/words")).not.toBe(complete);
});

test("a person who puts the branch back by hand after an `undo` is asked, and nothing is moved", async () => {
  const { told, git } = await aRun([ONE, TWO]);
  const complete = git("rev-parse", "plan/words");
  expect((await told("undo", "2")).status).toBe(0);
  git("update-ref", "refs/heads/plan/words", complete);
  expect(await told("resume")).toMatchObject({
    status: 3,
    stderr: expect.stringContaining("not where Planwright left it"),
  });
  expect(git("rev-parse", "plan/words")).toBe(complete);
});

test("what a step left is shown, and a retry brings the person's note to the worker", async () => {
  const { told, git, began } = await aRun([STUBBORN, ONE]);
  expect(began.status).toBe(3);
  expect((await told("diff", "1")).stdout).toContain("+++ b/no.txt\n@@ -0,0 +1 @@\n+no\n");
  expect((await told("diff", "words", "2")).stderr).toBe("planwright: step 2 has not left anything yet\n");
  const opened = await told("open");
  expect(existsSync(`${opened.stdout.trim()}/plan.md`)).toBe(true);
  expect(opened.stderr).toContain("the next attempt resets this folder");

  const again = await told("retry", "1", "--note", "say please", "--continue");
  expect(again).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("step 1 starts again from the last accepted commit; your note goes to the worker"),
  });
  expect(git("show", "plan/words:please.txt")).toBe("please");
  expect((await told("diff")).stdout).not.toContain(".plan/");
  expect((await told("diff", "--plan")).stdout).toContain("+++ b/.plan/done/words/receipts/01.json\n");
  expect((await told("diff", "1")).stdout).toMatch(/^diff --git a\/please\.txt b\/please\.txt\n/);
});

test("a step is accepted by eye where the question offers it, and the receipt says so", async () => {
  const { told, began } = await aRun([STUBBORN, ONE]);
  expect(began.status).toBe(3);
  expect((await told("accept", "2")).stderr).toContain("there is no work to accept for step 2");
  const accepted = await told("accept", "1");
  expect(accepted.status).toBe(0);
  expect(accepted.stderr).toMatch(/step 1 will be accepted by eye: you, .*, answer for what attempt 1 left/);
  expect(accepted.stderr).toMatch(/no contract decided: cat please\.txt \(/);
  expect(accepted.stderr).toContain("it is not running; `planwright resume words` continues");
  expect((await told("accept", "1")).status).toBe(2);
  expect((await told("resume")).status).toBe(0);
  expect((await told("receipts", "plan/words")).stdout).toContain("accepted by eye, by ");
  expect((await told("audit", "plan/words")).status).toBe(0);
  expect((await told("accept", "1")).stderr).toBe("planwright: step 1 is accepted already\n");
});

test("what breaks the whole is undone, and work that waits for a word is kept when its ground goes", async () => {
  const { told, run, git } = await aPerson({
    files: { "plan.md": stepsPlan([{ ...ONE, contract: "grep -q one one.txt && ! test -e two.txt" }, TWO]) },
    command: WORKER,
  });
  expect((await run("plan.md")).status).toBe(3);
  expect((await told("inbox")).stdout).toContain("all steps of words are done, and the contract of step 1");
  expect((await told("undo", "2")).status).toBe(0);
  expect((await told("inbox")).stdout).not.toContain("all steps of words are done");

  expect((await told("resume", "--mode", "interactive")).status).toBe(3);
  const undone = await told("undo", "1");
  expect(undone.stdout).toContain("step 2 starts again, its last attempt is dropped: Step 2");
  expect(git("show", "debug/plan-words-task-2-attempt-2:two.txt")).toBe("two");
});

test("a step is left out with or without a question about it", async () => {
  const scene = await aRun([STUBBORN, ONE, TWO]);
  const { told } = scene;
  expect((await told("skip", "3", "--note", "not now")).status).toBe(0);
  const skipped = await told("skip", "1", "words", "--continue");
  expect(skipped.status).toBe(0);
  expect(skipped.stderr).toContain("this will not have been seen to pass: cat please.txt");
  expect(subjects(scene)).toContain("plan accepted: task-3 — skipped: not now");
  expect((await told("diff", "words", "3")).stderr).toBe("planwright: step 3 was left out, so it changed nothing\n");
  expect((await told("audit", "plan/words")).status).toBe(0);
});

test("nothing is taken back or cleaned away under the hands of whoever carries the run out", async () => {
  const { told, url, began } = await aRun([ONE]);
  expect(began.status).toBe(0);
  const store = await openStore(url);
  onTestFinished(() => store.close());
  const [summary] = await store.runs.list({});
  const run = await store.runs.get(summary?.id ?? "");
  if (!run) throw new Error("nothing has run");
  const lease = await takeRun(store, run);
  const busy = { status: 2, stderr: expect.stringContaining(`is running in process ${process.pid}`) };
  expect(await told("undo", "1")).toMatchObject(busy);
  expect(await told("clean", "words", "--yes")).toMatchObject(busy);
  await leaveRun(store, run.id, lease);
  expect(await told("undo", "1")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("plan/words is back at"),
  });
});
