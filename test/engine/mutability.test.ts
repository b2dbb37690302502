import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { write } from "../a-checkout.ts";
import type { HostedRun } from "./a-hosted-run.ts";
import { aPlanRun } from "./a-plan-run.ts";
import { aTwoTaskRun, happenedIn, sayingToFirst, twoTasks } from "./a-two-task-run.ts";

/** The sections of a plan, and what the planner and a person may do to each. */

const TASKS = { settings: "mode: interactive\nprotected_areas:\n- Law" };
const MODES = ["autonomous", "interactive"] as const;
type Mode = (typeof MODES)[number];

/** A run whose planner says this about the first task, as far as it comes without a person. */
async function proposing(answer: Record<string, unknown>, mode: Mode): Promise<HostedRun> {
  const planner = sayingToFirst(JSON.stringify({ told: "x", ...answer }));
  const run = await aTwoTaskRun(TASKS, { planner, mode });
  await run.goOn();
  return run;
}

const happenedToFirst = (run: HostedRun): Promise<string[]> => happenedIn(run, "task-01");
const planOf = async ({ store, run }: HostedRun) => (await store.runs.get(run.id))?.plan;

const REFUSED = ["attempt 1", "passed", "refused, checkpoint", "reviewed", "asked, checkpoint"];

describe.each(MODES)("the planner, in %s mode", (mode) => {
  test.each([
    ["What: never changed by Plan Agent without explicit approval", { what: "Three words." }],
    ["Protected Areas: never changed without approval", { protectedAreas: [] }],
  ])("%s", async (_, answer) => {
    const run = await proposing(answer, mode);
    expect(await happenedToFirst(run)).toEqual(REFUSED);
    const rule = `it wants to change \`${Object.keys(answer)[0]}\`, which only a person does`;
    expect((await run.question()).context).toContain(`the planner overstepped: ${rule}`);
    const refused = (await run.events()).find(({ type }) => type === "proposal-refused");
    expect(refused).toMatchObject({ oversteps: true, told: rule });
    expect(await planOf(run)).toMatchObject({
      what: "Two words in two files.",
      protectedAreas: [{ name: "Law", paths: ["law/"] }],
    });
  });

  test("Architecture & Design Decisions: append-only; there is no way to delete or overwrite one", async () => {
    const run = await proposing({ architecture: "" }, mode);
    expect((await happenedToFirst(run)).slice(0, 4)).toEqual([
      "attempt 1",
      "passed",
      "refused, checkpoint",
      "reviewed",
    ]);
    expect((await planOf(run))?.architecture).toBe("- Files are plain text.");
    const added = await proposing({ decision: "- Loud." }, mode);
    if (mode === "interactive") await added.answer("accept").then(() => added.goOn());
    expect((await planOf(added))?.architecture).toBe("- Files are plain text.\n\n- Loud.");
  });

  test("How: revisable at checkpoints; developer approves in interactive mode", async () => {
    const run = await proposing({ pending: [{ step: "task-02", how: "Aloud." }] }, mode);
    const how = async () => (await planOf(run))?.steps[1]?.how;
    if (mode === "interactive") {
      expect(await how()).toBe("With a shell.");
      await run.answer("accept");
      await run.goOn();
    }
    expect(await how()).toBe("Aloud.");
  });

  test("Task List: updated at each checkpoint, by nobody's words but what has happened", async () => {
    const run = await proposing({ steps: [{ id: "task-02", status: "done" }] }, mode);
    expect((await happenedToFirst(run)).slice(0, 4)).toEqual([
      "attempt 1",
      "passed",
      "refused, checkpoint",
      "reviewed",
    ]);
    // It is a person's to change, and so one is asked in either mode.
    await run.answer("accept");
    await run.goOn();
    const accepted = run.git("log", "-1", "--format=%H", "--grep=^plan accepted: task-1", "plan/words");
    const overview = run.git("show", `${accepted}:.plan/overview.md`);
    expect(overview).toContain("| 1 | task-01.done.md | done | proven: grep -q one one.txt |");
    expect(overview).toContain("| 2 | task-02.md | pending | — |");
  });
});

describe.each(MODES)("a person, in %s mode", (mode) => {
  /** What is changed, by what, and what the branch says afterwards. */
  const ROWS = [
    ["What", "Two words in two files.", "Two words, loudly."],
    ["Architecture & Design Decisions", "- Files are plain text.", "- Files are poems."],
    ["How", "One task for each word.", "One task for both."],
    ["Protected Areas", "- Law: `law/`", "- Law: `law/`, `order/`"],
  ] as const;

  test("What, Architecture, How and Protected Areas change with the approval of that exact text; the Task List does not", async () => {
    const plan = Object.entries(twoTasks(TASKS)).map(([path, text]) => [`words/${path}`, text]);
    const { place, top, run, git } = aPlanRun({
      files: Object.fromEntries(plan),
      agents: { agent: 'cat > /dev/null; echo "QUESTION: Which?"\n' },
    });
    const overview = (): string => git("show", "plan/words:.plan/overview.md");
    const began = run(["run", "words", "--yes", "--mode", mode, "--agent", `command:${place}/agent.sh`]);
    expect([began.status, began.stderr]).toEqual([3, expect.anything()]);
    expect(run(["revise", "words", "--to", "copy"]).status).toBe(0);
    const file = join(top, "copy/overview.md");
    for (const [section, before, after] of ROWS) {
      write(top, { "copy/overview.md": readFileSync(file, "utf8").replace(before, after) });
      const [tip, told] = [git("rev-parse", "plan/words"), overview()];
      expect(run(["revise", "words", "copy"])).toMatchObject({ status: 2, stderr: expect.stringContaining("--yes") });
      expect([git("rev-parse", "plan/words"), overview()], section).toEqual([tip, told]);
      expect(run(["revise", "words", "copy", "--yes"]).status, section).toBe(3);
      expect(git("log", "-1", "--format=%s", "plan/words"), section).toBe("plan revised: words");
      expect(overview(), section).toContain(after);
    }
    write(top, { "copy/overview.md": readFileSync(file, "utf8").replace("task-02.md | pending", "task-02.md | done") });
    run(["revise", "words", "copy", "--yes"]);
    expect(overview()).toContain("| 2 | task-02.md | pending | — |");
  });
});
