import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { onBoundary } from "../../src/engine/state/boundaries.ts";
import { write } from "../a-checkout.ts";
import { planWith } from "./a-hosted-run.ts";
import { type APerson, aPerson } from "./a-person.ts";
import {
  aDraft,
  aWaitingRun,
  change,
  events,
  expectSound,
  IMPOSSIBLE,
  mended,
  subjects,
  THIRD,
  WRITER,
  writes,
} from "./a-run-to-revise.ts";

/** What a revision may not do, and what becomes of one that is cut off. */

test("what is finished stays as it is, and whoever wants it otherwise is told what to do", async () => {
  const person = await aWaitingRun();
  const { told } = person;
  await told("revise", "words");
  change(person, (text) => text.replaceAll("grep -q one one.txt", "test -e one.txt"));
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
});

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
});

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
});

test("a branch that somebody has moved is not revised", async () => {
  const { told, git } = await aDraft();
  git("branch", "-f", "plan/words", "plan/words^");
  expect(await told("revise", "words", "plan.md", "--yes")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("`git branch -f plan/words"),
  });
});

describe("a revision that was cut off", () => {
  function endAt(moment: string): void {
    onTestFinished(() => onBoundary(() => {}));
    onBoundary((name) => {
      if (name === moment) throw new Error("the machine went down");
    });
  }
  async function cutOff(moment: string) {
    const person = await aDraft();
    endAt(moment);
    change(person, mended, "plan.md");
    expect((await person.told("revise", "words", "plan.md", "--yes")).status).toBe(70);
    onBoundary(() => {});
    return person;
  }
  const revisions = (person: APerson) => subjects(person).filter((subject) => subject === "plan revised: words");

  test.each(["revised is in the journal", "the branch has followed the journal"])(
    "is finished by `resume`, which asks nothing, when %s",
    async (moment) => {
      const person = await cutOff(moment);
      expect((await person.told("resume", "words")).status).toBe(0);
      expect((await events(person)).filter((event) => event.type === "asked" && event.step === null)).toEqual([]);
      expect(revisions(person)).toHaveLength(1);
      await expectSound(person);
    },
  );

  test("is approved, and so the same text is no other one", async () => {
    const { told } = await cutOff("revised is in the journal");
    expect(await told("revise", "words", "plan.md", "--yes")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("says what was approved; `planwright resume words` continues it"),
    });
  });

  test("is on the branch before the next one", async () => {
    const person = await cutOff("revised is in the journal");
    change(person, (text) => `${text}${THIRD}`, "plan.md");
    expect((await person.told("revise", "words", "plan.md", "--yes")).status).toBe(0);
    expect(revisions(person)).toHaveLength(2);
    await expectSound(person);
  });

  test("takes the person's own checkout along, where that is the work tree", async () => {
    const person = await aPerson({ files: { "plan.md": planWith([writes("one"), IMPOSSIBLE]) }, command: WRITER });
    const { told, git, top, place } = person;
    const agent = ["--agent", "command:../agent.sh", "--mode", "autonomous"];
    expect((await told("run", "plan.md", "--yes", "--in-place", ...agent)).status).toBe(3);
    expect((await told("answer", "words", "revise")).status).toBe(0);
    write(place, { "next.md": mended(readFileSync(join(top, "plan.md"), "utf8")) });
    git("checkout", "-q", ".");
    endAt("revised is in the journal");
    expect((await told("revise", "words", "../next.md", "--yes")).status).toBe(70);
    onBoundary(() => {});
    expect((await told("resume", "words")).status).toBe(0);
    expect(readFileSync(join(top, ".plan/done/words/plan.md"), "utf8")).toContain("grep -q two two.txt");
    expect(git("status", "--porcelain", "--untracked-files=no")).toBe("");
    await expectSound(person);
  });
});
