import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { onBoundary } from "../../src/engine/state/boundaries.ts";
import { writeExecutable } from "../executable.ts";
import { tempFolder } from "../temp-folder.ts";
import { aHostedRun, planWith } from "./a-hosted-run.ts";

/** The last gate of a plan: all that was proven holds on the tree the plan ends with, or a person decides. */

const { PATH } = process.env;
afterEach(() => {
  process.env.PATH = PATH;
  onBoundary(() => {});
});

/** Ends what the engine does at the first passing of a boundary, as a power cut would. */
function endAt(name: string): void {
  let isPassed = false;
  onBoundary((each) => {
    if (each !== name || isPassed) return;
    isPassed = true;
    throw new Error("power cut");
  });
}

const ONE = { task: "Write one.", contract: "grep -q one word.txt" };
const TWO = { task: "Write two.", contract: "grep -q two word.txt" };
/** Each step takes the place of the one before it. */
const COMMAND = 'grep -oE "Write (one|two)" | head -1 | cut -d" " -f2 > word.txt\necho Written.\n';

test("a step that a later one has broken is found before the plan is called complete", async () => {
  const run = await aHostedRun({ plan: planWith([ONE, TWO]), command: COMMAND });
  expect((await run.goOn()).halt).toBe("waiting");
  const question = await run.question();
  expect(question).toMatchObject({ step: null, over: "final", kind: "escalation", severity: "major" });
  expect(question.headline).toBe("all steps of words are done, and the contract of step 1 no longer passes");
  expect(question.options.map(({ value }) => value)).toEqual(["retry", "revise", "abort"]);
  expect(question.context).toEqual([
    expect.stringMatching(/^step 1, Step 1: /),
    "$ grep -q one word.txt",
    "changed after that step was accepted:\n  step 2, Step 2: word.txt",
  ]);
  expect(run.git("log", "-1", "--format=%s", "plan/words")).toMatch(/^plan accepted: task-2/);

  expect((await run.goOn()).halt).toBe("waiting");
  expect((await run.happened()).filter((line) => line === "plan: asked, final")).toHaveLength(1);
  await run.answer("retry");
  expect((await run.goOn()).halt).toBe("waiting");
  await run.answer("abort");
  expect((await run.goOn()).halt).toBe("failed");
  await run.takeUp();
  expect((await run.goOn()).halt).toBe("waiting");
  await run.answer("revise");
  expect((await run.goOn()).halt).toBe("cancelled");
  expect(run.git("log", "-2", "--format=%s", "plan/words")).toMatch(/^plan failed: words\nplan accepted: task-2/);
});

/** A contract that says what a program outside the repository says, which is no part of any tree. */
function agreeing(): (status: number) => void {
  const tools = tempFolder();
  process.env.PATH = `${PATH}:${tools}`;
  const agrees = (status: number): void => writeExecutable(join(tools, "agrees"), `exit ${status}`);
  agrees(0);
  return agrees;
}

test("what the last step has passed on is not run again at the end", async () => {
  const agrees = agreeing();
  const plan = planWith([{ task: "Write one.", contract: "grep -q one word.txt && agrees" }]);
  const run = await aHostedRun({ plan, command: COMMAND, mode: "interactive" });
  await run.goOn();
  await run.answer("accept");
  agrees(1);
  expect((await run.goOn()).halt).toBe("done");
});

test("whoever mends what the last proof failed at lets it run again, and the plan is complete", async () => {
  const agrees = agreeing();
  const plan = planWith([{ task: "Write one.", contract: "test -s word.txt && agrees" }, TWO]);
  const run = await aHostedRun({ plan, command: COMMAND, mode: "interactive" });
  await run.goOn();
  await run.answer("accept");
  await run.goOn();
  await run.answer("accept");
  agrees(1);
  await run.goOn();
  expect(await run.question()).toMatchObject({
    over: "final",
    context: [expect.anything(), expect.anything(), expect.stringContaining("step 2, Step 2: word.txt")],
  });
  agrees(0);
  await run.answer("retry");
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.events()).toContainEqual(
    expect.objectContaining({ type: "noted", told: "all contracts (2) pass on the tree that the plan ends with" }),
  );
  expect(run.git("log", "-1", "--format=%s", "plan/words")).toBe("plan complete: words");
});

test("what a person accepted by eye, or left out, is not asked again at the end", async () => {
  const never = { task: "Write nothing.", contract: "grep -q never word.txt", more: "**on_fail:** escalate" };
  const run = await aHostedRun({ plan: planWith([never, never, TWO]), command: COMMAND });
  await run.goOn();
  await run.answer("accept");
  await run.goOn();
  await run.answer("skip", "not now");
  expect((await run.goOn()).halt).toBe("done");
  expect(await run.events()).toContainEqual(
    expect.objectContaining({ type: "noted", told: "all contracts (1) pass on the tree that the plan ends with" }),
  );
});

test("a plan that was cut off right after its last commit is complete once", async () => {
  const run = await aHostedRun({ plan: planWith([TWO]), command: COMMAND });
  endAt("the plan is complete on its branch");
  await expect(run.goOn()).rejects.toThrow("power cut");
  expect((await run.goOn()).halt).toBe("done");
  expect(run.git("log", "--format=%s", "-2", "plan/words").split("\n")).toEqual([
    "plan complete: words",
    expect.stringMatching(/^plan accepted: task-1 /),
  ]);
  expect((await run.happened()).filter((line) => line === "completed")).toHaveLength(1);
});

test("a plan that was cut off right after it asked about its end has asked once", async () => {
  const run = await aHostedRun({ plan: planWith([ONE, TWO]), command: COMMAND });
  endAt("asked is in the journal");
  await expect(run.goOn()).rejects.toThrow("power cut");
  expect((await run.goOn()).halt).toBe("waiting");
  expect((await run.happened()).filter((line) => line === "plan: asked, final")).toHaveLength(1);
});
