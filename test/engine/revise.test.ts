import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { write } from "../a-checkout.ts";
import { planWith } from "./a-hosted-run.ts";
import { aPerson } from "./a-person.ts";
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

/** A plan is changed while it is carried out: through draft, with a person's approval of what has changed. */

test("a plan in draft is written down with its progress, changed, approved, and carried to its end", async () => {
  const person = await aDraft();
  const { told, git } = person;
  expect(await told("revise", "words")).toMatchObject({
    status: 0,
    stdout: "plan-words.md\n",
    stderr: expect.stringContaining("planwright revise words plan-words.md"),
  });
  const text = readFileSync(join(person.top, "plan-words.md"), "utf8");
  expect(text).toBe(`${git("show", "plan/words:.plan/plan.md")}\n`);
  expect(text).toContain("### 1. ✅ Step 1");

  change(person, (before) => `${mended(before)}${THIRD}`);
  const revised = await told("revise", "words", "plan-words.md", "--yes");
  expect(revised).toMatchObject({ status: 0, stderr: expect.stringContaining("as approved: step 1 (done), and") });
  expect(subjects(person)).toEqual([
    "plan approved: words",
    "Step 1",
    "plan accepted: task-1 — proven: grep -q one one.txt",
    "plan revised: words",
    "Step 2",
    "plan accepted: task-2 — proven: grep -q two two.txt",
    "Third",
    "plan accepted: task-3 — proven: grep -q three three.txt",
    "plan complete: words",
  ]);
  const [commit] = git("log", "--format=%H", "--grep=plan revised", "plan/words").split("\n");
  expect(git("show", "--format=", "--name-only", `${commit}`)).toBe(".plan/plan.md");
  expect(git("show", `${commit}:.plan/plan.md`)).toContain("### 1. ✅ Step 1");
  expect(git("show", "-s", "--format=%(trailers:key=Approved-By,valueonly)", `${commit}`)).not.toBe("");
  expect(await events(person)).toContainEqual(expect.objectContaining({ type: "revised", step: null, commit }));
  await expectSound(person);
});

test("a run that waits is revised at once, and what it had asked is settled", async () => {
  const person = await aWaitingRun();
  const { told } = person;
  change(person, mended, "plan.md");
  const before = subjects(person);
  expect(await told("revise", "words", "plan.md")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("--yes"),
  });
  expect(subjects(person)).toEqual(before);
  expect((await told("inbox")).stdout).toContain("all attempts failed");

  expect(await told("revise", "words", "plan.md", "--yes")).toMatchObject({ status: 0 });
  expect((await events(person)).map(({ type }) => type)).not.toContain("cancelled");
  expect((await told("inbox")).stdout).not.toContain("all attempts failed");
  await expectSound(person);
  expect(await told("revise", "words", "plan.md", "--yes")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("words is done"),
  });
});

test("the file that a plan was approved from is not read again: the run speaks of the approved text", async () => {
  const person = await aWaitingRun();
  const { told } = person;
  change(person, (text) => mended(text).replaceAll("Step 2", "Other step"), "plan.md");
  expect((await told("answer", "words", "retry", "--continue")).status).toBe(3);
  expect((await told("status", "words")).stdout).toContain("Step 2");
  expect((await told("status", "words")).stdout).not.toContain("Other step");
  await told("revise", "words");
  expect(readFileSync(join(person.top, "plan-words.md"), "utf8")).toContain("grep -q 2 two.txt");
});

test("a run that was revised is made anew from its branch alone", async () => {
  const person = await aDraft();
  const { told } = person;
  change(person, (text) => `${text}${THIRD}`, "plan.md");
  expect((await told("revise", "words", "plan.md", "--yes")).status).toBe(3);
  expect((await told("cancel", "words")).status).toBe(0);
  const agent = [
    "--agent",
    "command:test -e two.txt && echo three > three.txt || echo 2 > two.txt",
    "--mode",
    "autonomous",
  ];
  expect((await told("resume", "--branch", "plan/words", "--yes", ...agent)).status).toBe(0);
  await expectSound(person);
});

test("a plan of many files keeps the names of what is finished", async () => {
  const task = (word: string, contract: string): string =>
    `---\nstatus: pending\n---\n\n# The word ${word}\n\n## What\n\nWrite ${word}.\n\n## Verification\n\nCommand: \`${contract}\`\n`;
  const row = (number: number): string => `| ${number} | task-0${number}.md | pending | — |\n`;
  const overview = `---\nmode: autonomous\nmax_retries_per_task: 0\n---\n\n# Words\n\n## What\n\nWrite words.\n\n## Task List\n\n| # | Task File | Status | Result |\n|---|---|---|---|\n${row(1)}${row(2)}`;
  const files = {
    "p/overview.md": overview,
    "p/task-01.md": task("one", "grep -q one one.txt"),
    "p/task-02.md": task("two", "grep -q 2 two.txt"),
  };
  const person = await aPerson({ files, command: WRITER });
  const { told, git, top } = person;
  expect((await person.run("p")).status).toBe(3);
  expect(await told("revise")).toMatchObject({ status: 0, stdout: "plan-words\n" });
  write(top, {
    "plan-words/task-02.md": task("two", "grep -q two two.txt"),
    "plan-words/task-03.md": task("three", "grep -q three three.txt"),
  });
  change(person, (text) => `${text.trimEnd()}\n${row(3)}`, "plan-words/overview.md");
  expect(await told("revise", "words", "plan-words", "--yes")).toMatchObject({ status: 0 });
  const [commit] = git("log", "--format=%H", "--grep=plan revised", "plan/words").split("\n");
  expect(git("ls-tree", "--name-only", `${commit}:.plan`).split("\n")).toEqual([
    "overview.md",
    "receipts",
    "task-01.done.md",
    "task-02.md",
    "task-03.md",
  ]);
  await expectSound(person);
});

test("in the person's own checkout the files follow the revision", async () => {
  const person = await aPerson({ files: { "plan.md": planWith([writes("one"), IMPOSSIBLE]) }, command: WRITER });
  const { told, git, top, place } = person;
  const agent = ["--agent", "command:../agent.sh", "--mode", "autonomous"];
  expect((await told("run", "plan.md", "--yes", "--in-place", ...agent)).status).toBe(3);
  expect((await told("answer", "words", "revise")).status).toBe(0);
  write(place, { "next.md": mended(readFileSync(join(top, "plan.md"), "utf8")) });
  git("checkout", "-q", ".");
  expect((await told("revise", "words", "../next.md", "--yes")).status).toBe(0);
  expect(readFileSync(join(top, ".plan/done/words/plan.md"), "utf8")).toContain("grep -q two two.txt");
  expect(git("status", "--porcelain", "--untracked-files=no")).toBe("");
  await expectSound(person);
});

test("a new step is worked on by the agent that it names, and the others by whom they had", async () => {
  const other = `#!/usr/bin/env bash\ncat > /dev/null\necho three > three.txt\necho Other wrote three.\n`;
  const person = await aPerson({
    files: {
      "plan.md": planWith([writes("one"), IMPOSSIBLE]),
      "planwright.config.yaml": 'agent: command:../agent.sh\nroles:\n  tester: { agent: "command:../other.sh" }\n',
    },
    command: WRITER,
  });
  write(person.place, { "other.sh": other });
  chmodSync(join(person.place, "other.sh"), 0o755);
  expect((await person.told("run", "plan.md", "--yes", "--mode", "autonomous")).status).toBe(3);
  const third = THIRD.replace("**task:**", "**target:** tester\n\n**task:**");
  change(person, (text) => `${mended(text)}${third}`, "plan.md");
  expect((await person.told("revise", "words", "plan.md", "--yes")).status).toBe(0);
  expect(
    person.git("log", "--format=%an: %s", "--grep=wrote", "-i", "--reverse", "main..plan/words").split("\n"),
  ).toEqual(["agent.sh): Step 1", "agent.sh): Step 2", "other.sh): Third"].map((each) => `Planwright Worker (${each}`));
  expect(person.git("log", "-1", "--format=%b", "--grep=^Third", "plan/words")).toContain("> Other wrote three.");
});
