import { expect, onTestFinished, test } from "vitest";
import { onBoundary } from "../../src/engine/boundaries.ts";
import { write } from "../a-checkout.ts";
import { planWith } from "./a-hosted-run.ts";
import { aDraft, aWaitingRun, change, expectSound, IMPOSSIBLE, mended, subjects, writes } from "./a-run-to-revise.ts";

/** What a revision may not do, and what becomes of one that is cut off. */

test("what is finished stays as it is, and whoever wants it otherwise is told what to do", async () => {
  const person = await aWaitingRun();
  const { told } = person;
  await told("revise", "words");
  change(person, (text) => text.replace("grep -q one one.txt", "test -e one.txt"));
  expect(await told("revise", "words", "plan-words.md", "--yes")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/step `1` changes: the step is done.*`planwright undo STEP words`/),
  });
  await told("cancel", "words");
  const inDraft = await told("revise", "words", "plan-words.md", "--yes");
  expect(inDraft).toMatchObject({ status: 2, stderr: expect.stringContaining("let another step change") });
  change(person, () => planWith([IMPOSSIBLE]));
  expect((await told("revise", "words", "plan-words.md", "--yes")).stderr).toContain("the step is done");
  expect(subjects(person)).toHaveLength(3);
}, 60_000);

test("a plan that has failed is revised; one that says the same is no revision while it is under way", async () => {
  const person = await aWaitingRun();
  const { told } = person;
  expect(await told("revise", "words", "plan.md", "--yes")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("says what was approved"),
  });
  expect((await told("answer", "words", "abort", "--continue")).status).toBe(1);
  change(person, (text) => mended(text).replace("**on_fail:** escalate", "**on_fail:** abort"), "plan.md");
  const { status, stderr } = await told("revise", "words", "plan.md", "--yes");
  expect({ status, stderr }).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("as approved: step 1 (done)"),
  });
}, 60_000);

test("what cannot take the plan's place is refused, and nothing moves", async () => {
  const person = await aDraft();
  const { told, top, git } = person;
  const tip = git("rev-parse", "plan/words");
  write(top, {
    "other.md": planWith([writes("one")]).replace("# Words", "# Other words"),
    "wrong.md": planWith([writes("one"), { ...writes("two"), more: "**on_fail:** sing" }]),
    "folder/overview.md": "# Words\n\n## What\n\nWrite one.\n\n## Verification\n\nCommand: `grep -q one one.txt`\n",
  });
  const refused = async (path: string) => {
    const { status, stderr } = await told("revise", "words", path, "--yes");
    expect(git("rev-parse", "plan/words")).toBe(tip);
    return `${status} ${stderr}`;
  };
  expect(await refused("other.md")).toMatch(/^2 .*is the plan other-words, and not words; a plan keeps its title/s);
  expect(await refused("folder")).toMatch(/^2 .*dialect branch, and words in steps; `planwright convert/s);
  expect(await refused("wrong.md")).toMatch(/^1 .*nothing was revised/s);
  expect((await told("revise", "words")).status).toBe(0);
  expect(await told("revise", "words")).toMatchObject({ status: 2, stderr: expect.stringContaining("--to PATH") });
  expect(await told("revise", "words", "--to", "next.md")).toMatchObject({ status: 0, stdout: "next.md\n" });
  expect(await told("run", "plan.md", "--yes", "--agent", "command:true")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("`planwright revise words PLAN`"),
  });
  expect(await told("resume", "words")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("`planwright revise words`"),
  });
}, 60_000);

test("a branch that somebody has moved is not revised", async () => {
  const { told, git } = await aDraft();
  git("branch", "-f", "plan/words", "plan/words^");
  expect(await told("revise", "words", "plan.md", "--yes")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("`git branch -f plan/words"),
  });
}, 60_000);

test("a crash between the commit and the journal costs nothing, whatever is approved afterwards", async () => {
  const person = await aDraft();
  const { told } = person;
  onTestFinished(() => onBoundary(() => {}));
  onBoundary((name) => {
    if (name === "the plan is revised on its branch") throw new Error("the machine went down");
  });
  change(person, (text) => mended(text).replace("Write two.", "Write two, please."), "plan.md");
  expect((await told("revise", "words", "plan.md", "--yes")).status).toBe(70);
  expect(subjects(person).at(-1)).toBe("plan revised: words");
  const lost = person.git("rev-parse", "plan/words");
  onBoundary(() => {});
  // The same text finds the commit that is there.
  expect((await told("revise", "words", "plan.md", "--yes")).status).toBe(0);
  expect(person.git("log", "--format=%H", "plan/words").split("\n")).toContain(lost);
  expect(subjects(person).filter((subject) => subject === "plan revised: words")).toHaveLength(1);
  await expectSound(person);
}, 60_000);

test("another text than the one that was lost in a crash takes its place", async () => {
  const person = await aDraft();
  const { told } = person;
  onTestFinished(() => onBoundary(() => {}));
  onBoundary((name) => {
    if (name === "the plan is revised on its branch") throw new Error("the machine went down");
  });
  await told("revise", "words", "plan.md", "--yes");
  const lost = person.git("rev-parse", "plan/words");
  onBoundary(() => {});
  change(person, mended, "plan.md");
  expect((await told("revise", "words", "plan.md", "--yes")).status).toBe(0);
  expect(person.git("log", "--format=%H", "plan/words").split("\n")).not.toContain(lost);
  expect(subjects(person).filter((subject) => subject === "plan revised: words")).toHaveLength(1);
}, 60_000);
