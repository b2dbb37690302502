import { describe, expect, test } from "vitest";
import type { HostedRun } from "./a-hosted-run.ts";
import { aTwoTaskRun, SECTIONS } from "./a-two-task-run.ts";

/** What becomes of a plan folder when all of its tasks are done. */

async function aFinishedRun(): Promise<HostedRun> {
  const more = "## Working Notes\n\nAsk Bob about two.\n\n";
  const run = await aTwoTaskRun({ settings: "mode: autonomous", more });
  expect((await run.goOn()).halt).toBe("done");
  return run;
}

const overview = (run: HostedRun): string => run.git("show", "plan/words:.plan/done/words/overview.md");

describe("End-of-Plan Wrap-Up", () => {
  test("Mark all tasks done in Task List", async () => {
    const text = overview(await aFinishedRun());
    expect(text).toContain("| 1 | task-01.done.md | done | proven: grep -q one one.txt |");
    expect(text).toContain("| 2 | task-02.done.md | done | proven: grep -q two two.txt |");
  });

  test("Delete all task MD files: overview.md is the only remaining plan artifact, beside the receipts that prove it", async () => {
    const run = await aFinishedRun();
    const left = run.git("ls-tree", "-r", "--name-only", "plan/words", ".plan/").split("\n");
    const receipts = ".plan/done/words/receipts/";
    expect(left.filter((path) => !path.startsWith(receipts))).toEqual([".plan/done/words/overview.md"]);
    expect(left).toContain(`${receipts}02.json`);
  });

  test("Compress overview.md: working notes go; What, How, Architecture Decisions, Protected Areas, Task List stay", async () => {
    const text = overview(await aFinishedRun());
    expect(text).not.toContain("Ask Bob");
    for (const [name, body] of Object.entries(SECTIONS)) expect(text).toContain(`## ${name}\n\n${body}`);
    expect(text).toContain("## Task List");
  });

  test("Plan Agent commits: plan complete: <plan-id>", async () => {
    const run = await aFinishedRun();
    expect(run.git("log", "-1", "--format=%an: %s", "plan/words")).toBe("Planwright: plan complete: words");
  });
});
