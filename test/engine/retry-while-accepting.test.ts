import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { onBoundary } from "../../src/engine/state/boundaries.ts";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { aPerson } from "./a-person.ts";
import { aPlanRun, stepsPlan } from "./a-plan-run.ts";

/** A step that has passed is accepted in several effects. Between them its work cannot be thrown away any more. */

const FILES = { "plan.md": stepsPlan([{ contract: "grep -q one one.txt" }]) };
const WORKER = "echo one > one.txt\necho 'Wrote one.'\n";
const REFUSED = {
  status: 2,
  stderr: "planwright: step 1 has passed and is being accepted; `planwright undo 1` takes it back afterwards\n",
};
const SUBJECTS = [
  "plan approved: words",
  "Step 1",
  expect.stringMatching(/^plan accepted: task-1 /),
  "plan complete: words",
];

const MOMENTS = ["attempt-passed is in the journal", "the two commits are written", "the branch has moved"];
/** From its source, which has boundaries to be ended at. */
const PLANWRIGHT = resolve("bin/planwright");
const END_AT = resolve("test/crash/engine/end-at.ts");

test("a retry is refused while a step is being accepted, and it is accepted", async () => {
  const { top, place, url, run, told, git } = await aPerson({ files: FILES, command: WORKER });
  const env = { ...process.env, PLANWRIGHT_HOME: join(place, "home"), PLANWRIGHT_DATABASE_URL: url };
  const refusals = new Map<string, { status: number | null; stderr: string }>();
  onTestFinished(() => onBoundary(() => {}));
  // Another process, for which this one stands still: what it wants comes neither sooner nor later.
  onBoundary((name) => {
    if (!MOMENTS.includes(name) || refusals.has(name)) return;
    const { status, stderr } = spawnSync(PLANWRIGHT, ["retry", "1"], { cwd: top, env, encoding: "utf8" });
    refusals.set(name, { status, stderr });
  });
  expect(await run("plan.md")).toMatchObject({ status: 0, stderr: expect.stringContaining("words is done") });
  expect([...refusals]).toEqual(MOMENTS.map((moment) => [moment, REFUSED]));
  expect(git("log", "--reverse", "--format=%s", "main..plan/words").split("\n")).toEqual(SUBJECTS);
  expect((await told("status", "words")).stdout).toMatch(/^✓ 1\. Step 1 {2}proven, 1 attempt, /m);
});

test("a retry is refused after a crash in the middle of it, too, and `resume` brings it to its end", async () => {
  const { top, env, run, git } = aPlanRun({ files: FILES, agents: { worker: WORKER } }, (await aDatabase()).url);
  const args = ["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:../worker.sh"];
  const { signal } = spawnSync(PLANWRIGHT, args, {
    cwd: top,
    env: { ...process.env, ...env, NODE_OPTIONS: `--import ${END_AT}`, PW_END_AT: "the branch has moved #1" },
  });
  expect(signal).toBe("SIGKILL");
  expect(git("log", "-1", "--format=%s", "plan/words")).toMatch(/^plan accepted: task-1 /);
  expect(run(["retry", "1"])).toMatchObject(REFUSED);
  expect(run(["resume"])).toMatchObject({ status: 0, stderr: expect.stringContaining("words is done") });
  expect(git("log", "--reverse", "--format=%s", "main..plan/words").split("\n")).toEqual(SUBJECTS);
  expect(run(["audit", "plan/words"]).status).toBe(0);
});
