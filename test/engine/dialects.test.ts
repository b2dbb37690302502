import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allowedSignersLine, openSigner } from "../../src/receipts/signing-key.ts";
import { removePostgres } from "../../src/store/embedded/remove-postgres.ts";
import { fingerprintOf, gitIn, write } from "../a-checkout.ts";
import { planwright, type Run } from "../cli.ts";
import { stepsPlan } from "./a-plan-run.ts";

const NOTES = "\n## Working Notes\n\nAsk Bob about two.\n";
const OVERVIEW = `---
mode: autonomous
protected_areas:
- Legal
---

# Folder words

Written on a train.

## What

Write two words.

## Architecture & Design Decisions

One file each.

## How

With a shell.
${NOTES}
## Protected Areas

- Legal: \`LICENSE\`

## Task List

| # | Task File | Status | Result |
|---|---|---|---|
| 1 | task-01.md | pending | — |
| 2 | task-02.md | pending | — |

## Scratch

- maybe three?
`;
const task = (word: string): string =>
  `---\nstatus: pending\nfail-count: 0\n---\n\n# The word ${word}\n\n## What\n\nWrite ${word}.\n\n## Files to Add\n\n- \`${word}.txt\`\n\n## Verification\n\nCommand: \`grep -q ${word} ${word}.txt\`\n`;
const threadTask = (id: string, word: string, more = ""): string =>
  `---\nid: ${id}\n${more}contract: grep -q ${word} ${word}.txt\n---\n\nWrite ${word}.\n`;
const PLANS = {
  "plans/branch/overview.md": OVERVIEW,
  "plans/branch/task-01.md": task("one"),
  "plans/branch/task-02.md": task("two"),
  "plans/whole/overview.md":
    "# Whole words\n\n## What\n\nWrite one.\n\n## How\n\nWith a shell.\n\n## Verification\n\nCommand: `grep -q one one.txt`\n",
  "plans/steps.md": stepsPlan([
    { task: "Write one.", contract: "grep -q one one.txt" },
    { task: "Write two.", contract: "grep -q two two.txt" },
  ]),
  "plans/thread/plan.md":
    "---\ntitle: Thread words\n---\n\nTwo words, for those who read.\n\n## How\n\nWith a shell.\n",
  "plans/thread/tasks/01-one.md": threadTask("one", "one"),
  "plans/thread/tasks/02-two.md": threadTask("two", "two", "depends_on: [one]\n"),
  "plans/words.json": `${JSON.stringify(
    {
      goal: "Json words",
      steps: ["one", "two"].map((word) => ({
        action: `Write ${word}.`,
        planwright: { contract: `grep -q ${word} ${word}.txt` },
      })),
    },
    null,
    2,
  )}\n`,
};
const WORKER =
  'word=$(grep -oE "Write (one|two)" | head -1 | cut -d" " -f2)\necho "$word" > "$word.txt"\necho "Wrote $word"\n';

let place: string;
let top: string;
const env = (): Record<string, string> => ({ PLANWRIGHT_HOME: join(place, "home") });
const run = (...args: string[]): Run => planwright(args, top, env());
const git = (...args: string[]): string => gitIn(top, ...args);

/** One home and one repository for all of them, as people have it. */
beforeAll(() => {
  place = mkdtempSync(join(realpathSync(tmpdir()), "planwright-dialects-"));
  top = join(place, "repository");
  mkdirSync(top);
  git("init", "-q", "-b", "main");
  write(top, { ...PLANS, "a.txt": "a\n" });
  git("add", "-A");
  git("commit", "-qm", "base");
  // Git keeps the folder of a ref that is gone, and a file that lists those that are left.
  git("branch", "gone");
  git("branch", "-D", "gone");
  git("update-ref", "refs/notes/planwright", "HEAD");
  git("update-ref", "-d", "refs/notes/planwright");
  write(place, { "worker.sh": `#!/usr/bin/env bash\nset -eu\n${WORKER}` });
  chmodSync(join(place, "worker.sh"), 0o755);
});

afterAll(async () => {
  await removePostgres(join(place, "home"));
  rmSync(place, { recursive: true, force: true });
});

/** Carries a plan out, and holds what is true of every plan that was. */
function carriedOut(path: string, id: string, steps: number): string[] {
  const before = fingerprintOf(top);
  const { status, stderr, stdout } = run(
    "run",
    path,
    "--yes",
    "--mode",
    "autonomous",
    "--agent",
    "command:../worker.sh",
  );
  expect({ status, stderr: status === 0 ? "" : stderr + stdout }).toEqual({ status: 0, stderr: "" });
  const subjects = git("log", "--format=%an: %s", "--reverse", `main..plan/${id}`).split("\n");
  const pairs = Array.from({ length: steps }, (_, index) => [
    expect.stringMatching(/^Planwright Worker \(worker\.sh\): /),
    expect.stringMatching(new RegExp(`^Planwright: plan accepted: task-${index + 1} — proven: grep -q `)),
  ]);
  const [first, last] = [`Planwright: plan approved: ${id}`, `Planwright: plan complete: ${id}`];
  expect(subjects).toEqual([first, ...pairs.flat(), last]);
  write(place, { signers: allowedSignersLine(openSigner(join(place, "home/keys"))) });
  const audited = run("audit", `plan/${id}`, "--signers", join(place, "signers"));
  expect(audited).toMatchObject({ status: 0, stdout: expect.stringContaining(", complete\n") });
  const files = git("ls-tree", "-r", "--name-only", `plan/${id}`, ".plan/")
    .split("\n")
    .map((file) => {
      expect(file).toMatch(new RegExp(`^\\.plan/done/${id}/`));
      return file.replace(`.plan/done/${id}/`, "");
    });
  const kept = git("rev-parse", `plan/${id}`);
  git("branch", "-D", `plan/${id}`);
  git("update-ref", "-d", "refs/notes/planwright");
  expect(fingerprintOf(top)).toBe(before);
  git("update-ref", `refs/heads/plan/${id}`, kept);
  return files;
}

const receipts = (steps: number): string[] =>
  Array.from({ length: steps }, (_, index) => [
    `receipts/0${index + 1}.json`,
    `receipts/0${index + 1}.json.sig`,
  ]).flat();

const text = (id: string, path: string): string => git("show", `plan/${id}:.plan/done/${id}/${path}`);

describe("a plan runs to done, and what stays of it is what its dialect keeps", () => {
  test("branch: the overview without notes and task files", () => {
    expect(carriedOut("plans/branch", "folder-words", 2)).toEqual(["overview.md", ...receipts(2)]);
    const kept = OVERVIEW.replace("- Legal\n---", "- Legal\nstatus: done\n---")
      .replace("Written on a train.\n\n", "")
      .replace(NOTES, "")
      .replace(/\n## Scratch[\s\S]*/, "")
      .replace("task-01.md | pending | —", "task-01.done.md | done | proven: grep -q one one.txt")
      .replace("task-02.md | pending | —", "task-02.done.md | done | proven: grep -q two two.txt");
    expect(text("folder-words", "overview.md")).toBe(kept.trimEnd());
  });

  test("branch without task files: the overview says done, the receipt the rest", () => {
    expect(carriedOut("plans/whole", "whole-words", 1)).toEqual(["overview.md", ...receipts(1)]);
    expect(text("whole-words", "overview.md")).toMatch(/^---\nstatus: done\n---\n\n# Whole words\n\n## What\n/);
  });

  test("steps: the ticks", () => {
    expect(carriedOut("plans/steps.md", "words", 2)).toEqual([...receipts(2), "steps.md"]);
    expect(text("words", "steps.md")).toMatch(
      /^---\ntype: plan\nstatus: done\n---[\s\S]*### 1\. ✅ [\s\S]*### 2\. ✅ /,
    );
  });

  test("thread: the story with a table of its tasks", () => {
    const tasks = ["tasks/01-one.md", "tasks/02-two.md"];
    expect(carriedOut("plans/thread", "thread-words", 2)).toEqual(["plan.md", ...receipts(2), ...tasks]);
    const table = [
      "## Task List\n\n| # | Task File | Status | Result |\n|---|---|---|---|",
      "| 1 | tasks/01-one.md | done | proven: grep -q one one.txt |",
      "| 2 | tasks/02-two.md | done | proven: grep -q two two.txt |",
    ].join("\n");
    const story = "\n\nTwo words, for those who read.\n\n## How\n\nWith a shell.\n\n";
    expect(text("thread-words", "plan.md")).toBe(`---\ntitle: Thread words\nstatus: done\n---${story}${table}`);
  });

  test("json: its status and theirs", () => {
    expect(carriedOut("plans/words.json", "json-words", 2)).toEqual([...receipts(2), "words.json"]);
    const { planwright: own, steps } = JSON.parse(text("json-words", "words.json"));
    expect(own.status).toBe("done");
    expect(steps.map((step: { planwright: { status: string } }) => step.planwright.status)).toEqual(["done", "done"]);
  });
});
