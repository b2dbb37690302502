import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { fingerprintOf } from "../a-checkout.ts";
import { type APlanRun, aPlanRun, stepsPlan } from "./a-plan-run.ts";
import { ended, reading, until } from "./a-started-run.ts";

const PLAN = stepsPlan([
  { task: "Write one.", contract: "grep -q one one.txt" },
  { task: "Write two.", contract: "grep -q two two.txt" },
]);

/** One writes what the task names; while the other waits, there is time to do something to the run. */
const AGENTS = {
  worker:
    'word=$(grep -oE "Write (one|two)" | head -1 | cut -d" " -f2)\necho "writing $word"\necho "$word" > "$word.txt"\n',
  patient: "echo waiting\nsleep 60\n",
};
const AUTONOMOUS = ["--yes", "--mode", "autonomous"];
const WORKER = ["--agent", "command:../worker.sh"];
const PATIENT = ["--agent", "command:../patient.sh"];

const aScene = async (): Promise<APlanRun> =>
  aPlanRun({ files: { "plan.md": PLAN }, agents: AGENTS }, (await aDatabase()).url);

test("whoever only looks starts no database, and is told how to begin", () => {
  const { run, home } = aPlanRun({ files: { "plan.md": PLAN } });
  expect(run(["status"]).stdout).toBe("nothing has run in this repository yet; `planwright run PLAN` starts one\n");
  expect(run(["inbox"]).stdout).toBe("nothing waits for you\n");
  const nothing = "planwright: nothing has run in this repository yet; `planwright run PLAN` starts one\n";
  expect(run(["resume"])).toMatchObject({ status: 2, stderr: nothing });
  expect(existsSync(join(home, "postgres"))).toBe(false);
});

test("nothing begins before a plan is right, approved, and its agent is there", () => {
  const ticked = PLAN.replace("### 1. Step", "### 1. ✅ Step");
  const wrong = PLAN.replace("### 2. Step 2", "### 2. Step 2\n\n**depends_on:** 7");
  const { run, git, home, top } = aPlanRun({
    files: { "plan.md": PLAN, "wrong.md": wrong, "ticked.md": ticked },
    agents: AGENTS,
  });
  const before = fingerprintOf(top);
  const refused = (args: readonly string[]): [number | null, string] => {
    const { status, stdout, stderr } = run(["run", ...args]);
    expect(stdout).toBe("");
    return [status, stderr.split("\n").at(-2) ?? ""];
  };
  const wronged = run(["run", "wrong.md", ...AUTONOMOUS, ...WORKER]);
  expect(wronged).toMatchObject({ status: 1, stdout: "" });
  expect(wronged.stderr).toMatch(/^wrong\.md:\d+:\d+: error: .*\[PW\d+\]\n(?:.*\n)*planwright: nothing was started/m);
  expect(refused(["plan.md", ...WORKER])).toEqual([2, expect.stringContaining("--yes approves it as it is")]);
  expect(refused(["plan.md", "--yes"])).toEqual([2, expect.stringContaining("--agent")]);
  expect(refused(["plan.md", "--yes", "--agent", "command:../gone.sh"])).toEqual([
    2,
    expect.stringContaining("the agent cannot be started: "),
  ]);
  expect(refused(["ticked.md", ...AUTONOMOUS, ...WORKER])).toEqual([2, expect.stringContaining("--start-over")]);
  expect(git("branch", "--format=%(refname:short)")).toBe("main");
  expect(existsSync(join(home, "postgres"))).toBe(false);
  expect(fingerprintOf(top)).toBe(before);
});

test("events stream as JSON, and status, log and watch tell the same afterwards", async () => {
  const { run, top } = await aScene();
  writeFileSync(join(top, "mine.txt"), "not committed\n");
  writeFileSync(join(top, "ticked.md"), PLAN.replace("### 1. Step", "### 1. ✅ Step"));
  const { status, stdout, stderr } = run(["run", "ticked.md", "--start-over", ...AUTONOMOUS, ...WORKER, "--json"]);
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: expect.stringContaining("1 uncommitted file is not part of it"),
  });
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events[0]).toMatchObject({ type: "opened", via: "command-line", mode: "autonomous" });
  expect(events.filter(({ type }) => type === "step-accepted").map(({ step }) => step)).toEqual(["1", "2"]);
  expect(events.at(-1)).toMatchObject({ type: "released", why: "done" });

  expect(run(["status"]).stdout).toMatch(
    /^words {2}done {2}2 of 2 steps done, plan\/words, just now, words-[0-9a-f]{6}\n$/,
  );
  expect(run(["status", "words"]).stdout).toMatch(
    /^2 proven\n\n(?:.*\n)?✓ 2\. Step 2 {2}proven, 1 attempt, [0-9a-f]{10}, receipt [0-9a-f]{12}$/m,
  );
  const [listed] = JSON.parse(run(["status", "--all", "--json"]).stdout).runs;
  expect(listed).toMatchObject({ planId: "words", status: "done", carriedOutBy: null, questions: [] });
  expect(run(["log", "words", "--json"]).stdout).toBe(stdout);
  expect(run(["log", "words", "2"]).stdout).toMatch(/^step 2, attempt 1, .*\nwriting two\n\n\$ grep -q two two\.txt\n/);
  expect(run(["watch", "words"])).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("words is done: 2 proven\nproven step by step on plan/words\n"),
  });
  expect(run(["status", "wrods"]).stderr).toBe("planwright: there is no run wrods here; did you mean words?\n");
});

test("an approval is taken back or resumed; a signal stops the agent, and resume goes on", async () => {
  const { run, start, git, place } = await aScene();
  const approve = ["approve", "plan.md", ...AUTONOMOUS, ...PATIENT];
  expect(run(approve).stdout).toMatch(/^approved words, [0-9a-f]{12}, on plan\/words\n$/);
  expect(run(["reject", "words", "--reason", "it proves nothing"]).status).toBe(0);
  expect(git("branch", "--list", "plan/*")).toBe("");
  expect(run(["log", "words"]).stdout).toContain("it proves nothing");
  const { stdout } = run(["status", "words"]);
  expect(stdout).toContain("it proves nothing");
  // Its branch is gone, and so there is nothing to go on from.
  expect(stdout).not.toContain("planwright revise");

  run(approve);
  const started = reading(start(["resume"]));
  await until(started, /attempt 1 starts/);
  started.child.kill("SIGTERM");
  expect(await ended(started)).toMatchObject({
    status: 130,
    stderr: expect.stringContaining("planwright resume words"),
  });
  expect(run(["status"]).stdout).toContain("stopped, not running");
  expect(run(["reject", "--reason", "late"]).stderr).toContain("a worker has worked on words already");

  writeFileSync(join(place, "patient.sh"), `#!/usr/bin/env bash\n${AGENTS.worker}`);
  const resumed = run(["resume"]);
  expect(resumed.stderr).toContain("words is done");
  expect(resumed).toMatchObject({ status: 0, stdout: expect.stringContaining("1. Step 1: attempt 2 starts") });
});

test("a run is watched, paused and cancelled from elsewhere, also when its host was killed", async () => {
  const { run, start } = await aScene();
  const watched = async () => {
    const watching = reading(start(["watch"]));
    await until(watching, /words is running in process/);
    return watching;
  };
  const first = reading(start(["run", "plan.md", ...AUTONOMOUS, ...PATIENT]));
  await until(first, /attempt 1 starts/);
  expect(run(["status"]).stdout).toContain(`running in process ${first.child.pid}\n`);
  expect(run(["resume"]).stderr).toContain("planwright watch words");
  const onlooker = await watched();
  expect(run(["pause"]).stdout).toMatch(/^words is to pause: process \d+ ends the present attempt first\n$/);
  expect(run(["pause", "--now"]).stdout).toBe("words is paused\n");
  expect(await ended(first)).toMatchObject({ status: 3, stderr: expect.stringContaining("words is paused") });
  expect(await ended(onlooker)).toMatchObject({ status: 3, stdout: expect.stringContaining("pauses the run at once") });

  const second = reading(start(["resume"]));
  await until(second, /attempt 2 starts/);
  const patient = await watched();
  second.child.kill("SIGKILL");
  expect(await ended(patient)).toMatchObject({ status: 130, stderr: expect.stringContaining("words has stopped") });

  const third = reading(start(["resume"]));
  await until(third, /attempt 3 starts/);
  expect(run(["cancel"]).stdout).toMatch(
    /^words is cancelled; what is accepted stays on plan\/words\n {2}planwright rev/,
  );
  expect(await ended(third)).toMatchObject({ status: 1, stderr: expect.stringContaining("went back to draft") });
});

test("one thing is done and proven with one command, and its plan lies in the branch", async () => {
  const { run, git } = await aScene();
  const contract = ["--contract", "grep -q one one.txt"];
  const { status, stderr } = run([
    ...["do", "Write one, please.", ...contract, "--file", "one.txt"],
    ...AUTONOMOUS,
    ...WORKER,
  ]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^write-one-please is done/) });
  expect(git("show", "plan/write-one-please:.plan/done/write-one-please/plan.md")).toContain("grep -q one one.txt");
  expect(git("show", "plan/write-one-please:one.txt")).toBe("one");
  expect(git("status", "--porcelain", "--ignored")).toBe("");
  expect(run(["do", " ", ...contract, ...AUTONOMOUS, ...WORKER])).toMatchObject({ status: 2 });
});
