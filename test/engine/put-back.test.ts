import { expect, onTestFinished, test } from "vitest";
import { onBoundary } from "../../src/engine/state/boundaries.ts";
import { write } from "../a-checkout.ts";
import { planwright } from "../cli.ts";
import { aHostedRun, type HostedRun, planWith } from "./a-hosted-run.ts";
import { aPerson } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";

/** A branch that somebody has moved is put back when a person says so, and what they moved it to is kept. */

const STEPS = ["one", "two"].map((word) => ({ contract: `grep -q ${word} ${word}.txt` }));
const SCRIPT = `steps:
  1:
    - write: { path: one.txt, text: "one\\n" }
    - say: Wrote one.
  2:
    - write: { path: two.txt, text: "two\\n" }
    - say: Wrote two.
`;
const SUBJECTS = [
  "plan approved: words",
  ...["Step 1", expect.stringMatching(/^plan accepted: task-1 /)],
  ...["Step 2", expect.stringMatching(/^plan accepted: task-2 /)],
  "plan complete: words",
];
const keptOf = (commit: string): string => `debug/plan-words-moved-${commit.slice(0, 8)}`;

/** A run that waits at the first checkpoint, and a commit of somebody else's. */
async function aMovedRun(): Promise<{ run: HostedRun; other: string }> {
  const run = await aHostedRun({ plan: planWith(STEPS), script: SCRIPT, mode: "interactive" });
  expect((await run.goOn()).halt).toBe("waiting");
  const other = run.git("commit-tree", "-m", "somebody else's", "-p", "plan/words", "plan/words^{tree}");
  return { run, other };
}

/** Moves the branch, sees the question about it, and wants the branch back. */
async function moveAndPutBack(run: HostedRun, to: string): Promise<void> {
  const tip = run.git("rev-parse", "plan/words");
  run.git("update-ref", "refs/heads/plan/words", to);
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await run.question()).toMatchObject({ over: "lost", step: null });
  expect(run.git("rev-parse", "plan/words")).toBe(to);
  await run.answer("retry");
  await run.goOn();
  expect(run.git("merge-base", "plan/words", tip)).toBe(tip);
  expect(run.git("rev-parse", keptOf(to))).toBe(to);
}

function isFinished(run: HostedRun): void {
  expect(run.git("log", "--reverse", "--format=%s", "main..plan/words").split("\n")).toEqual(SUBJECTS);
  const audit = planwright(["audit", "plan/words", "--json"], run.top, { PLANWRIGHT_HOME: run.home });
  expect(JSON.parse(audit.stdout)).toMatchObject({ verdict: "proven", isComplete: true, problems: [] });
}

test("a branch that is moved to the same commit twice is asked about and put back both times", async () => {
  const { run, other } = await aMovedRun();
  for (const step of ["1", "2"]) {
    expect(await run.question()).toMatchObject({ over: "checkpoint", step });
    await run.answer("accept");
    await moveAndPutBack(run, other);
  }
  isFinished(run);
});

test("a branch that was about to be put back when the process died is put back", async () => {
  const { run, other } = await aMovedRun();
  run.git("branch", keptOf(other), other);
  await run.answer("accept");
  await moveAndPutBack(run, other);
  await run.answer("accept");
  expect((await run.goOn()).halt).toBe("done");
  isFinished(run);
});

test("an answer is good for one time: a branch that is moved once more is asked about", async () => {
  const { run, other } = await aMovedRun();
  await run.answer("accept");
  run.git("update-ref", "refs/heads/plan/words", other);
  await run.goOn();
  await run.answer("retry");
  let moved = "";
  onTestFinished(() => onBoundary(() => {}));
  onBoundary((name) => {
    if (name !== "step-accepted is in the journal") return;
    moved = run.git("commit-tree", "-m", "somebody else's", "-p", "plan/words", "plan/words^{tree}");
    run.git("update-ref", "refs/heads/plan/words", moved);
  });
  expect((await run.goOn()).halt).toBe("waiting");
  expect(await run.question()).toMatchObject({ over: "lost" });
  expect(run.git("rev-parse", "plan/words")).toBe(moved);
});

test("in place, too: a person's own commit leaves the branch, and is kept", async () => {
  const { top, told, git } = await aPerson({
    files: { "plan.md": stepsPlan(STEPS) },
    command: 'word=$([ -e one.txt ] && echo two || echo one)\necho $word > $word.txt\necho "Wrote $word."\n',
  });
  const inPlace = ["--in-place", "--mode", "interactive", "--agent", "command:../agent.sh"];
  expect((await told("run", "plan.md", "--yes", ...inPlace)).status).toBe(3);
  expect((await told("answer", "words", "accept", "--continue")).status).toBe(3);
  const tip = git("rev-parse", "HEAD");
  expect(git("log", "-1", "--format=%s")).toMatch(/^plan accepted: task-1 /);

  write(top, { "mine.txt": "mine\n" });
  git("add", "mine.txt");
  git("commit", "-qm", "mine");
  const mine = git("rev-parse", "HEAD");
  expect((await told("answer", "words", "accept", "--continue")).status).toBe(3);
  expect((await told("inbox", "words")).stdout).toContain(tip);
  const end = await told("answer", "words", "retry", "--continue");
  expect(end).toMatchObject({ status: 0, stderr: expect.stringContaining("words is done") });
  expect(git("rev-parse", keptOf(mine))).toBe(mine);
  expect(git("log", "--reverse", "--format=%s", "main..plan/words").split("\n")).toEqual(SUBJECTS);
  expect(git("symbolic-ref", "HEAD")).toBe("refs/heads/plan/words");
  expect(git("status", "--porcelain"), "nothing is taken from the checkout").toBe("?? mine.txt");
  expect(await told("audit", "plan/words")).toMatchObject({ status: 0 });
});
