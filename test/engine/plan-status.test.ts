import { expect, test } from "vitest";
import { aHostedRun, planWith } from "./a-hosted-run.ts";
import { aPerson } from "./a-person.ts";
import { stepsPlan } from "./a-plan-run.ts";

/** What the plan's own text says of how far it has come: in the work tree, and on its branch. */

const ONE = { task: "Write one.", contract: "grep -q one one.txt" };
const WRITES = `word=$(grep -oE "Write (one|two)" | head -1 | cut -d" " -f2)\n`;
const statusAt = (git: (...args: string[]) => string, ref: string): string | undefined => {
  const isOver = git("log", "-1", "--format=%s", ref) === "plan complete: words";
  return /^status: (.*)$/m.exec(git("show", `${ref}:.plan/${isOver ? "done/words/" : ""}plan.md`))?.[1];
};

test("a plan is in progress where its worker looks at once, and on its branch with the first acceptance", async () => {
  const run = await aHostedRun({
    plan: planWith([ONE]),
    command: `${WRITES}
      echo "here: $(grep ^status: .plan/plan.md), $(grep -F '**status:' .plan/plan.md)"
      echo "committed: $(git show HEAD:.plan/plan.md | grep ^status:)"
      echo "changed: $(git status --short)"
      (echo more >> .plan/plan.md) 2>/dev/null || echo "read-only"
      echo draft > draft.txt; git add draft.txt; git stash -q; git stash drop -q
      git checkout -q -- . && git reset -q --hard && echo "git works"
      echo "after: $(grep ^status: .plan/plan.md)"
      echo "$word" > "$word.txt"
    `,
  });
  expect((await run.goOn()).halt).toBe("done");
  expect(run.printed("1/1/1").trim().split("\n")).toEqual([
    "here: status: in-progress, **status: active**",
    "committed: status: approved",
    "changed: ",
    "read-only",
    "git works",
    "after: status: in-progress",
  ]);
  const states = ["plan/words~3", "plan/words~2", "plan/words~1", "plan/words"].map((ref) => statusAt(run.git, ref));
  expect(states).toEqual(["approved", "approved", "in-progress", "done"]);
});

test("a plan that fails says so in a commit of its own, and goes on from there", async () => {
  const { told, run, git } = await aPerson({
    files: {
      "plan.md": stepsPlan([
        ONE,
        { task: "Write two.", contract: "grep -q two two.txt", more: "**on_fail:** abort\n" },
      ]),
    },
    command: `${WRITES}[ "$word" = two ] && word=no\necho "$word" > "$word.txt"\n`,
  });
  expect((await run("plan.md")).status).toBe(1);
  const subjects = () => git("log", "--reverse", "--format=%s", "main..plan/words").split("\n");
  expect(subjects().slice(3)).toEqual(["plan failed: words"]);
  expect(git("diff", "--name-only", "plan/words~1", "plan/words")).toBe(".plan/plan.md");
  expect(git("show", "plan/words:.plan/plan.md")).toContain("**status: failed, failures 1**");
  expect(statusAt(git, "plan/words")).toBe("failed");
  expect(git("log", "-1", "--format=%b", "plan/words")).toMatch(
    /^> `grep -q two two.txt`: .*\n\nPlan: words\nPlan-Hash: /,
  );
  const audited = await told("audit", "plan/words");
  expect(audited).toMatchObject({ status: 0, stdout: expect.stringContaining("the plan failed: `grep -q two") });
  expect((await told("merge", "--yes")).stderr).toContain(
    "words is failed, and only a plan that is done can be merged",
  );

  // Again, and it fails again: two failures are two commits.
  expect((await told("resume", "words")).status).toBe(1);
  expect(subjects().slice(3)).toEqual(["plan failed: words", "plan failed: words"]);
  expect((await told("skip", "2")).stderr).toContain("words has failed");
  expect((await told("retry", "2", "--note", "leave it out")).status).toBe(0);
  expect((await told("skip", "2")).status).toBe(0);
  expect((await told("resume", "words")).status).toBe(0);
  expect(subjects().slice(5)).toEqual([
    "Leave out: Step 2",
    expect.stringMatching(/^plan accepted: task-2 /),
    "plan complete: words",
  ]);
  expect(["plan/words~1", "plan/words"].map((ref) => statusAt(git, ref))).toEqual(["in-progress", "done"]);
  expect((await told("audit", "plan/words")).status, "proven, by this machine's key").toBe(0);
});

test("a plan that failed before anything was accepted may be changed and run again", async () => {
  const { run, git } = await aPerson({
    files: { "plan.md": stepsPlan([{ ...ONE, more: "**on_fail:** abort\n" }]) },
    command: "echo no > no.txt\n",
  });
  expect((await run("plan.md")).status).toBe(1);
  expect((await run("plan.md")).status).toBe(1);
  expect(git("log", "--reverse", "--format=%s", "main..plan/words").split("\n")).toEqual([
    "plan approved: words",
    "plan failed: words",
  ]);
});

test("a whole plan that a person gives up says so on its branch, whether or not anybody goes on", async () => {
  const { told, run, git } = await aPerson({
    files: {
      "plan.md": stepsPlan([
        { task: "Write one.", contract: "grep -q one word.txt" },
        { task: "Write two.", contract: "grep -q two word.txt" },
      ]),
    },
    command: `${WRITES}echo "$word" > word.txt\n`,
  });
  expect((await run("plan.md")).status).toBe(3);
  expect((await told("answer", "words", "abort")).status).toBe(0);
  expect(git("log", "-1", "--format=%s%n%b", "plan/words")).toMatch(/^plan failed: words\n> .* gave it up\n/);
  expect(statusAt(git, "plan/words")).toBe("failed");
  expect((await told("status", "words")).stdout).toMatch(/^failed: .* gave it up$/m);
  expect((await told("audit", "plan/words")).status).toBe(0);
  expect((await told("resume", "words")).status).toBe(3);
});
