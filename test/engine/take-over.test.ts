import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { removePostgres } from "../../src/store/a-store.testkit.ts";
import { type APerson, aPerson } from "./a-person.ts";
import { type APlanRun, aPlanRun, stepsPlan } from "./a-plan-run.ts";

/** Writes the word that the step asks for; `please` only when somebody has said so. */
const WORKER = `task=$(cat)
word=$(grep -oE "Write (one|two|please)" <<< "$task" | head -1 | cut -d" " -f2)
if [ "$word" = please ] && ! grep -q "say please" <<< "$task"; then word=no; fi
echo "$word" > "$word.txt"
echo "Write $word down"
`;

const TWO = [
  { task: "Write one.", contract: "grep -q one one.txt" },
  { task: "Write two.", contract: "grep -q two two.txt" },
];
const STUBBORN = { task: "Write please.", contract: "cat please.txt", more: "**on_fail:** escalate\n" };

/** A plan that has run as far as it can. */
async function aRun(steps: Parameters<typeof stepsPlan>[0]) {
  const person = await aPerson({ files: { "plan.md": stepsPlan(steps) }, command: WORKER });
  return { ...person, began: await person.run("plan.md") };
}

const subjects = ({ git }: APerson, range = "main..plan/words"): string[] =>
  git("log", "--format=%s", "--reverse", range).split("\n");

test("a complete plan is undone step by step, and what was taken back is kept and can be done again", async () => {
  const scene = await aRun(TWO);
  const { told, git, began } = scene;
  expect(began.status).toBe(0);
  const complete = git("rev-parse", "plan/words");
  const undone = await told("undo", "2");
  expect(undone).toMatchObject({ status: 0, stdout: expect.stringContaining("step 2 is to be done again: Step 2") });
  expect(subjects(scene).at(-1)).toMatch(/^plan accepted: task-1 /);
  expect(git("rev-parse", `debug/plan-words-task-2-undone-${complete.slice(0, 8)}`)).toBe(complete);
  expect(await told("audit", "plan/words")).toMatchObject({
    status: 4,
    stdout: expect.stringContaining("not complete yet"),
  });
  expect((await told("undo", "2")).stderr).toBe("planwright: step 2 is not done; there is nothing to take back\n");

  expect((await told("resume")).status).toBe(0);
  expect(subjects(scene).slice(-2)).toEqual([expect.stringMatching(/^plan accepted: task-2 /), "plan complete: words"]);
  expect(JSON.parse((await told("undo", "1", "words", "--json")).stdout)).toMatchObject({ steps: ["1", "2"] });
  expect(subjects(scene)).toEqual(["plan approved: words"]);
  expect((await told("audit", "plan/words")).status).toBe(4);
});

test("what a step left is shown, and a retry brings the person's note to the worker", async () => {
  const { told, git, began } = await aRun([STUBBORN, ...TWO.slice(0, 1)]);
  expect(began.status).toBe(3);
  expect((await told("diff", "1")).stdout).toContain("+++ b/no.txt\n@@ -0,0 +1 @@\n+no\n");
  expect((await told("diff", "words", "2")).stderr).toBe("planwright: step 2 has not left anything yet\n");
  const opened = await told("open");
  expect(existsSync(`${opened.stdout.trim()}/plan.md`)).toBe(true);
  expect(opened.stderr).toContain("the next attempt resets this folder");

  const again = await told("retry", "1", "--note", "say please", "--continue");
  expect(again).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("step 1 begins again from the last accepted commit; your note goes to the worker"),
  });
  expect(git("show", "plan/words:please.txt")).toBe("please");
  expect((await told("diff")).stdout).not.toContain(".plan/");
  expect((await told("diff", "--plan")).stdout).toContain("+++ b/.plan/receipts/01.json\n");
  expect((await told("diff", "1")).stdout).toMatch(/^diff --git a\/please\.txt b\/please\.txt\n/);
});

test("a step is accepted by eye where the question offers it, and the receipt says so", async () => {
  const { told, began } = await aRun([STUBBORN, ...TWO.slice(0, 1)]);
  expect(began.status).toBe(3);
  expect((await told("accept", "2")).stderr).toContain("there is no work to accept for step 2");
  const accepted = await told("accept", "1");
  expect(accepted.status).toBe(0);
  expect(accepted.stderr).toMatch(/step 1 will be accepted by eye: you, .*, answer for what attempt 1 left/);
  expect(accepted.stderr).toMatch(/no contract decided: cat please\.txt \(/);
  expect(accepted.stderr).toContain("nobody carries the run out; `planwright resume words` goes on");
  expect((await told("accept", "1")).status).toBe(2);
  expect((await told("resume")).status).toBe(0);
  expect((await told("receipts", "plan/words")).stdout).toContain("accepted by eye, by ");
  expect((await told("audit", "plan/words")).status).toBe(4);
  expect((await told("accept", "1")).stderr).toBe("planwright: step 1 is accepted already\n");
});

test("a step is left out with or without a question about it", async () => {
  const scene = await aRun([STUBBORN, ...TWO]);
  const { told } = scene;
  expect((await told("skip", "3", "--note", "not now")).status).toBe(0);
  const skipped = await told("skip", "1", "words", "--continue");
  expect(skipped.status).toBe(0);
  expect(skipped.stderr).toContain("nobody will have seen this pass: cat please.txt");
  expect(subjects(scene)).toContain("plan accepted: task-3 — skipped: not now");
  expect((await told("diff", "words", "3")).stderr).toBe("planwright: step 3 was left out, so it changed nothing\n");
  expect((await told("audit", "plan/words")).status).toBe(4);
});

test("nothing is taken back under the hands of whoever carries the run out", async () => {
  const { home, run, start } = aPlanRun({
    files: { "plan.md": stepsPlan(TWO) },
    agents: { worker: `task=$(cat)\ngrep -q "Write one" <<< "$task" && echo one > one.txt && exit\nsleep 600\n` },
  });
  onTestFinished(() => removePostgres(home));
  const child = start(["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:../worker.sh"]);
  try {
    await heard(child, "2. Step 2: attempt 1 begins");
    const busy = `is being carried out by process ${child.pid}`;
    expect(run(["undo", "1"])).toMatchObject({ status: 2, stderr: expect.stringContaining(busy) });
    expect(run(["down"])).toMatchObject({ status: 2, stderr: expect.stringContaining(busy) });
    expect(run(["clean", "words"])).toMatchObject({ status: 2, stderr: expect.stringContaining(busy) });
    expect(run(["diff", "2"]).stderr).toContain("step 2 is being worked on");
  } finally {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    await ended;
  }
  expect(run(["undo", "1"])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("plan/words is back at"),
  });
});

function heard(child: ReturnType<APlanRun["start"]>, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout?.on("data", (bytes: Buffer) => {
      said += bytes.toString();
      if (said.includes(words)) resolve();
    });
    child.once("exit", () => reject(new Error(`it ended before it said ${words}: ${said}`)));
  });
}
