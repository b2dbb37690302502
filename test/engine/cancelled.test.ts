import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { forgetWorkflows } from "../../src/engine/forget-workflows.ts";
import { cancel } from "../../src/engine/questions/orders.ts";
import type { Store } from "../../src/ports/store.ts";
import type { Run } from "../../src/record/run.ts";
import type { RunEvent } from "../../src/record/run-event.ts";
import { aDatabase, inSql } from "../../src/store/a-store.testkit.ts";
import { openStore } from "../../src/store/open-store.ts";
import { planWith } from "./a-hosted-run.ts";
import { aPerson } from "./a-person.ts";
import { type APlanRun, aPlanRun, stepsPlan } from "./a-plan-run.ts";
import { change, WRITER, writes } from "./a-run-to-revise.ts";

import { ended, reading, until } from "./a-started-run.ts";

const RUN = ["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", "command:../worker.sh", "--json"];
const HALF = "echo half > half.txt; sleep 60\n";
const KEPT = "debug/plan-words-task-1-attempt-1";

type Scene = APlanRun & { url: string };

async function aScene(contract: string, worker: string): Promise<Scene> {
  const { url } = await aDatabase();
  return { ...aPlanRun({ files: { "plan.md": stepsPlan([{ contract }]) }, agents: { worker } }, url), url };
}

/** A host that was killed while its agent was half through. */
async function killed(scene: Scene, args = RUN): Promise<void> {
  const host = reading(scene.start(args));
  await until(host, /"attempt-started"/);
  const half = join(scene.home, "**/runs/words-*/work/tree/half.txt");
  await expect.poll(() => globSync(half), { timeout: 20_000 }).toHaveLength(1);
  host.child.kill("SIGKILL");
  await ended(host);
}

async function remembered({ url }: Scene): Promise<{ store: Store; run: Run; events(): Promise<RunEvent[]> }> {
  const store = await openStore(url);
  onTestFinished(() => store.close());
  const [summary] = await store.runs.list({});
  const run = await store.runs.get(summary?.id ?? "");
  if (!run) throw new Error("nothing has run");
  return { store, run, events: () => store.journal.read(run.id, 0) };
}

const interruptions = (events: readonly RunEvent[]) => events.filter(({ type }) => type === "attempt-interrupted");

test("an attempt that a dead process has left is closed by whoever cancels, and its work is kept", async () => {
  const scene = await aScene("grep -q one one.txt", HALF);
  await killed(scene);
  expect(scene.run(["cancel"])).toMatchObject({ status: 0, stdout: expect.stringContaining("words is cancelled;") });
  const { events } = await remembered(scene);
  expect(interruptions(await events())).toMatchObject([{ why: "crashed", kept: KEPT }]);
  expect(scene.git("show", `${KEPT}:half.txt`)).toBe("half");
  expect(scene.run(["cancel", "words"])).toMatchObject({ status: 2, stderr: expect.stringContaining("draft") });
});

test("one that died after it was told to stop is closed by the next who cancels", async () => {
  const scene = await aScene("grep -q one one.txt", HALF);
  await killed(scene);
  const { store, run, events } = await remembered(scene);
  await cancel(store.journal, run, "Ann");
  expect(scene.run(["cancel", "words"]).status).toBe(0);
  expect(interruptions(await events())).toMatchObject([{ why: "crashed", kept: KEPT }]);
});

test("cancelled while the contract runs, an attempt is closed before the process ends", async () => {
  const scene = await aScene("sleep 60", "echo whole > whole.txt\n");
  const host = reading(scene.start(RUN));
  await until(host, /"worker-ended"/);
  expect(scene.run(["cancel"])).toMatchObject({ status: 0, stdout: expect.stringContaining("words is cancelled;") });
  await ended(host);
  expect(host.stderr).not.toContain("fault of Planwright");
  const { events } = await remembered(scene);
  expect(interruptions(await events())).toMatchObject([{ kept: KEPT }]);
  expect((await events()).at(-1)).toMatchObject({ type: "released" });
  expect(scene.git("show", `${KEPT}:whole.txt`)).toBe("whole");
});

test("work that has passed and waits for a word is kept when its run is cancelled, or its plan revised", async () => {
  const person = await aPerson({
    files: { "plan.md": planWith([writes("one"), writes("two")]) },
    command: WRITER,
  });
  const { told, git } = person;
  const run = ["run", "plan.md", "--yes", "--mode", "interactive", "--agent", "command:../agent.sh"];
  expect((await told(...run)).status).toBe(3);
  change(person, (text) => text.replace("Write two.", "Write two, and well."), "plan.md");
  expect((await told("revise", "words", "plan.md", "--yes")).status).toBe(3);
  expect(git("show", `${KEPT}:one.txt`)).toBe("one");
  expect(git("log", "-1", "--format=%s", KEPT)).toContain("attempt 1 at step 1 of words, which passed and was not");

  const cancelled = await told("cancel", "words");
  const second = "debug/plan-words-task-1-attempt-2";
  expect(cancelled.stdout).toMatch(new RegExp(`\nwhat had passed and was not accepted is kept on ${second}\n`));
  expect(cancelled.stdout).toContain("planwright revise words ");
  // Nothing is accepted, so there is nothing to go on from.
  expect(cancelled.stdout).not.toContain("resume --branch");
  expect(git("show", `${second}:one.txt`)).toBe("one");
});

test("nothing stays of the hosts that died, and of a run that is over nothing once it is forgotten", async () => {
  const scene = await aScene("grep -q one one.txt", HALF);
  const rows = async (table: string) =>
    (await inSql<{ count: number }>(scene.url, `select count(*)::integer as count from ${table}`))[0]?.count;
  await killed(scene);
  await killed(scene, ["resume", "words", "--json"]);
  expect(await rows("planwright.hosts")).toBe(1);
  expect(scene.run(["cancel"]).status).toBe(0);
  expect(await rows("planwright.hosts")).toBe(0);

  const { store, run } = await remembered(scene);
  const tables = ["workflow_status", "operation_outputs"].map((name) => `dbos.${name}`);
  for (const table of tables) expect(await rows(table)).toBeGreaterThan(0);
  await store.runs.forget(run.id);
  await forgetWorkflows(store, run.id);
  for (const table of [...tables, "dbos.workflow_input", "planwright.events", "planwright.effects"])
    expect([table, await rows(table)]).toEqual([table, 0]);
});

test("a run that goes on after a crash needs no queue, cancels what was begun before, and saves no document twice", async () => {
  const scene = await aScene("grep -q one one.txt", "test -e ../seen || sleep 60\n");
  const host = reading(scene.start(RUN));
  await until(host, /"attempt-started"/);
  host.child.kill("SIGKILL");
  await ended(host);
  const quick = ["--agent", "command:echo one > one.txt; echo Wrote one."];
  expect(scene.run(["resume", "words", ...quick])).toMatchObject({ status: 0 });
  expect(await inSql(scene.url, "select name from dbos.queues")).toEqual([]);
  const workflows = await inSql(scene.url, "select status from dbos.workflow_status order by created_at");
  expect(workflows).toEqual([{ status: "CANCELLED" }, { status: "SUCCESS" }]);
  const saved = await inSql<{ output: string | null }>(scene.url, "select output from dbos.operation_outputs");
  expect(saved.length).toBeGreaterThan(3);
  for (const { output } of saved) expect((output ?? "").length).toBeLessThan(200);
});

test("a step is not taken back in a run that is over while another one is under way on its branch", async () => {
  const steps = [{ contract: "grep -q x x.txt" }, { contract: "test -e two.txt", more: "**on_fail:** escalate\n" }];
  const { told, run, git, url } = await aPerson({
    files: { "plan.md": stepsPlan(steps) },
    command: "echo x >> x.txt; echo done\n",
  });
  expect((await run("plan.md")).status).toBe(3);
  expect((await told("answer", "words", "abort", "--continue")).status).toBe(1);
  const [first] = await inSql<{ id: string }>(url, "select id from planwright.runs");
  const agent = ["--agent", "command:../agent.sh", "--mode", "autonomous"];
  expect((await told("resume", "--branch", "plan/words", "--yes", ...agent)).status).toBe(3);
  const tip = git("rev-parse", "plan/words");
  const undone = await told("undo", "1", first?.id ?? "");
  expect(undone).toMatchObject({ status: 2, stderr: expect.stringMatching(/words-\w+ is under way on plan\/words/) });
  expect(git("rev-parse", "plan/words")).toBe(tip);
});
