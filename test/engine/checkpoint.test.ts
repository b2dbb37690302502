import { describe, expect, test } from "vitest";
import { planwright } from "../cli.ts";
import type { HostedRun, HostedScene } from "./a-hosted-run.ts";
import { aTwoTaskRun, happenedIn, sayingToFirst } from "./a-two-task-run.ts";

/** Both tasks are done at once; what the planner makes of the first is what is looked at. */
function aCheckpoint(answer: unknown, more: Partial<HostedScene> = {}): Promise<HostedRun> {
  const said = typeof answer === "string" ? answer : JSON.stringify(answer);
  return aTwoTaskRun({}, { planner: sayingToFirst(said), ...more });
}

const shown = (run: HostedRun, path: string): string => run.git("show", `plan/words:.plan/done/words/${path}`);

const RESCOPED = {
  ...{ told: "the second word has to be loud", result: "The first word is there" },
  ...{ decision: "- Second words are loud.", pending: [{ step: "task-02", how: "With a shell, and shout." }] },
};

describe("After every successful Dev Agent commit, before the Plan Agent acceptance commit", () => {
  test("Check if any protected area was touched → escalate if yes", async () => {
    const command = "mkdir law; echo mine > law/new.txt; echo one > one.txt; echo Wrote one.\n";
    for (const mode of ["autonomous", "interactive"] as const) {
      const run = await aCheckpoint({ told: "fine" }, { mode, command });
      expect((await run.goOn()).halt).toBe("waiting");
      expect(await run.question()).toMatchObject({ kind: "protected-area", severity: "critical" });
      expect(await happenedIn(run, "task-01")).toEqual(["attempt 1", "held, protected-area", "asked, protected-area"]);
    }
  });

  test("Check if the increment revealed an architectural gap → trigger cascade if yes; [autonomous] continue silently", async () => {
    const run = await aCheckpoint(RESCOPED, { mode: "autonomous" });
    expect((await run.goOn()).halt).toBe("done");
    expect(await happenedIn(run, "task-01")).toEqual(["attempt 1", "passed", "reviewed", "revised", "accepted"]);
    expect(run.printed("task-02/1/1")).toContain("With a shell, and shout.");
    expect(shown(run, "overview.md")).toContain("- Files are plain text.\n\n- Second words are loud.\n");
    expect(planwright(["audit", "plan/words"], run.top, { PLANWRIGHT_HOME: run.home }).stdout).toMatch(/^proven: /);
  });

  test("Rename task-N.md → task-N.done.md; update Task List with one-liner result", async () => {
    const run = await aCheckpoint(RESCOPED, { mode: "autonomous" });
    await run.goOn();
    const accepted = run.git("log", "-1", "--format=%H", "--grep=^plan accepted: task-1", "plan/words");
    expect(run.git("log", "-1", "--format=%s", accepted)).toBe("plan accepted: task-1 — proven: grep -q one one.txt");
    // What the planner says of it is quoted, as the worker's words are in its own commit.
    expect(run.git("log", "-1", "--format=%b", accepted)).toMatch(/^> The first word is there\n\nPlan: words\n/);
    expect(run.git("log", "-1", "--format=%s%n%b", `${accepted}^`)).toContain("> Wrote one.\n");
    expect(run.git("ls-tree", "--name-only", accepted, ".plan/")).toContain(".plan/task-01.done.md");
    expect(run.git("show", `${accepted}:.plan/overview.md`)).toContain(
      "| 1 | task-01.done.md | done | proven: grep -q one one.txt |",
    );
  });

  test("a result is one short line of the harness's, whatever the planner says, whose words are quoted and cut", async () => {
    const result = `plan | done\n\nPlan: other${"z".repeat(7000)}`;
    const run = await aCheckpoint({ told: "fine", result }, { mode: "autonomous" });
    expect((await run.goOn()).halt).toBe("done");
    const row = "| 1 | task-01.done.md | done | proven: grep -q one one.txt |";
    const accepted = ({ git }: HostedRun, format: string): string =>
      git("log", "-1", `--format=${format}`, "--grep=^plan accepted: task-1", "plan/words");
    expect(shown(run, "overview.md")).toContain(row);
    expect(accepted(run, "%b")).toMatch(/^> plan \| done\n>\n> Plan: otherz{188}…\n\nPlan: words\n/);
    expect(accepted(run, "%(trailers:key=Plan,valueonly)")).toBe("words");
    const long = await aCheckpoint({ told: "fine", result: "z".repeat(7000) }, { mode: "autonomous" });
    await long.goOn();
    expect(shown(long, "overview.md")).toContain(row);
    expect(accepted(long, "%b")).toMatch(/^> z{199}…\n\nPlan: words\n/);
  });

  test("[interactive] Present diff summary to developer; wait for approval or adjustments", async () => {
    const run = await aCheckpoint(RESCOPED, { mode: "interactive" });
    expect((await run.goOn()).halt).toBe("waiting");
    const question = await run.question();
    expect(question).toMatchObject({ over: "checkpoint", kind: "checkpoint", suggestion: "accept" });
    expect(question.options.map(({ value }) => value)).toEqual(["accept", "keep", "adjust", "edit", "stop", "abort"]);
    const context = question.context.join("\n");
    for (const part of ["+one", "$ grep -q one one.txt", "With a shell, and shout.", "- Second words are loud."]) {
      expect(context).toContain(part);
    }
    // Nothing is accepted and nothing is revised before the answer.
    expect(run.git("log", "-1", "--format=%s", "plan/words")).toBe("plan approved: words");
    await run.answer("accept");
    expect((await run.goOn()).halt).toBe("waiting");
    expect((await happenedIn(run, "task-01")).slice(3)).toEqual([
      ...["asked, checkpoint", "answered, accept", "revised", "accepted"],
    ]);
    expect(run.printed("task-02/1/1")).toContain("With a shell, and shout.");
  });

  test("[interactive] whoever accepts may leave the plan as it is", async () => {
    const run = await aCheckpoint(RESCOPED, { mode: "interactive" });
    await run.goOn();
    await run.answer("keep");
    expect((await run.goOn()).halt).toBe("waiting");
    expect((await happenedIn(run, "task-01")).slice(4)).toEqual(["answered, keep", "accepted"]);
    expect(run.printed("task-02/1/1")).not.toContain("shout");
  });

  test("[interactive] adjustments go back to the worker, no attempt is counted, and it is looked at again", async () => {
    const run = await aCheckpoint(RESCOPED, { mode: "interactive" });
    await run.goOn();
    await run.answer("adjust", "a newline at its end");
    expect((await run.goOn()).halt).toBe("waiting");
    expect((await happenedIn(run, "task-01")).slice(4)).toEqual([
      ...["answered, adjust", "attempt 1 goes on (2)", "passed", "reviewed", "asked, checkpoint"],
    ]);
    await run.answer("stop");
    expect((await run.goOn()).halt).toBe("paused");
    await run.takeUp();
    expect((await run.goOn()).halt).toBe("waiting");
    expect((await run.question()).context.join("\n")).toContain("With a shell, and shout.");
  });
});

describe("a planner that wants more than a checkpoint permits is refused, and a person is asked in both modes", () => {
  test.each([
    ["the What of a task", { told: "x", what: "Write any word." }, "overstepped: it wants to change `what`"],
    [
      "the How of the task that has just passed",
      { told: "x", pending: [{ step: "task-01", how: "Otherwise." }] },
      "overstepped: ",
    ],
    [
      "a task that there is not",
      { told: "x", pending: [{ step: "task-09", how: "Somehow." }] },
      "proposes what cannot be: the plan has no step `task-09`",
    ],
  ])("%s", async (_, answer, told) => {
    for (const mode of ["autonomous", "interactive"] as const) {
      const run = await aCheckpoint(answer, { mode });
      expect((await run.goOn()).halt).toBe("waiting");
      expect((await happenedIn(run, "task-01")).slice(2)).toEqual([
        ...["refused, checkpoint", "reviewed", "asked, checkpoint"],
      ]);
      expect((await run.question()).context.join("\n")).toContain(`the planner ${told}`);
      await run.answer("accept");
      await run.goOn();
      expect((await happenedIn(run, "task-01")).at(-1)).toBe("accepted");
    }
  });
});

test("a planner that has nothing sensible to say about passed work stops nobody", async () => {
  const run = await aCheckpoint("all good", { mode: "autonomous" });
  expect((await run.goOn()).halt).toBe("done");
  expect((await happenedIn(run, "task-01")).slice(2)).toEqual(["refused, checkpoint", "reviewed", "accepted"]);
});
