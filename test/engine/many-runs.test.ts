import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { manyRuns } from "./many-runs.ts";

const DONE = {
  acceptedInGit: { 1: 1, 2: 1 },
  acceptedInJournal: { 1: 1, 2: 1 },
  lost: [],
  isGapless: true,
  status: "done",
};

const COUNT = 20;

test("twenty runs of a process are done once each, though one is resumed while its old agent ends, and `clean` is called", async () => {
  const scene = await manyRuns(COUNT);
  const { runs } = scene;
  const [stubborn] = runs;
  if (!stubborn) throw new Error("there is one");
  const host = await scene.start();
  host.tell("host", runs);
  await host.hears(stubborn, { is: "works" });
  await scene.pause(stubborn);
  await host.hears(stubborn, { event: "paused" });
  host.tell("resume", [stubborn]);
  host.tell("clean");
  scene.openGate();
  await host.hears(stubborn, { line: "waiting for the end of what was begun before" });
  await host.hears(null, { cleaned: 0 });
  scene.letEnd();
  await host.hears(stubborn, { is: "ended late" });
  for (const run of runs) await host.hears(run, { halt: "done" });
  host.tell("close");
  expect(await once(host.child, "exit")).toEqual([0, null]);
  expect(host.stdout).toContain(`{"run":"${stubborn.id}","code":"lease-lost"`);
  for (const { plan, audit, there } of await scene.came()) {
    // Nothing of what the old agent says, after the run was resumed, is heard: its attempt is closed as a dead one's.
    const crashed = plan === stubborn.plan.id ? 1 : 0;
    expect.soft({ plan, audit, ...there }).toMatchObject({ plan, audit: 0, ...DONE, crashed });
  }
}, 300_000);

test("runs that a frozen process loses end alone when it wakes, and what a killed one leaves goes on elsewhere", async () => {
  const scene = await manyRuns(COUNT);
  const others = scene.runs.slice(1);
  const [lost, kept] = [others.slice(0, COUNT / 2), others.slice(COUNT / 2)];
  const first = await scene.start();
  first.tell("host", others);
  for (const run of others) await first.hears(run, { event: "attempt-started" });
  first.child.kill("SIGSTOP");
  await scene.silence();

  const second = await scene.start("another");
  second.tell("host", lost);
  for (const run of lost) await second.hears(run, { event: "attempt-interrupted" });
  first.child.kill("SIGCONT");
  for (const run of lost) await first.hears(run, { code: "lease-lost" });
  scene.openGate();
  await Promise.any(kept.map((run) => first.hears(run, { event: "step-accepted" })));
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  await scene.silence();
  await sleep(100);

  const third = await scene.start("a-third");
  third.tell("host", kept);
  for (const run of lost) await second.hears(run, { halt: "done" });
  for (const run of kept) await third.hears(run, { halt: "done" });
  for (const { plan, audit, there } of (await scene.came()).slice(1)) {
    expect.soft({ plan, audit, ...there }).toMatchObject({ plan, audit: 0, ...DONE });
  }
}, 300_000);
