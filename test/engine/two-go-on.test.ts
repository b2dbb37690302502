import { expect, onTestFinished, test } from "vitest";
import { goOnOrWatch } from "../../src/app/hosting/go-on-or-watch.ts";
import { openScene } from "../../src/app/opening/scene.ts";
import { leaveRun, takeRun } from "../../src/app/runs/lease.ts";
import { aHostedRun, type HostedRun, planWith } from "./a-hosted-run.ts";

const PLAN = planWith([{ task: "Write one.", contract: "grep -q one one.txt" }]);

/** Goes on with a run; `told` hears the lines and events that a person would see. */
function goingOn({ run, store, top }: HostedRun, told: (line: string) => void) {
  const stop = new AbortController();
  const onlooker = {
    event: ({ type }: { type: string }) => told(type),
    line: told,
    doing() {},
    tool() {},
    output() {},
  };
  const scene = openScene(top);
  onTestFinished(() => scene.close());
  const going = goOnOrWatch(scene, { run, store }, { version: "0.0.0", signal: stop.signal, onlooker, after: 0 });
  return { going, stop };
}

test("whoever comes second looks on until the run halts, and ends as it does", async () => {
  const hosted = await aHostedRun({ plan: PLAN, command: "echo one > one.txt\n" });
  const { run, store } = hosted;
  const lease = await takeRun(store, run);
  const lines: string[] = [];
  let left = Promise.resolve();
  const leave = async (): Promise<void> => {
    const facts = [{ type: "released", host: lease.host, why: "stopped" }] as const;
    await store.journal.commit({ run: run.id, key: null, lease }, () => ({ facts, value: null }));
    await leaveRun(store, run.id, lease);
  };
  const { going } = goingOn(hosted, (line) => {
    lines.push(line);
    if (line.includes("words is running in process")) left = leave();
  });
  expect(await going).toMatchObject({ halt: "stopped", open: [] });
  await left;
  expect(lines).toEqual(["opened", expect.stringMatching(/^words is running in process \d+$/), "released"]);

  expect(await goingOn(hosted, () => {}).going).toMatchObject({ halt: "done" });
});

test("whoever ends the looking leaves the run to the other", async () => {
  const hosted = await aHostedRun({ plan: PLAN, command: "echo one > one.txt\n" });
  const { run, store } = hosted;
  const lease = await takeRun(store, run);
  const { going, stop } = goingOn(hosted, (line) => {
    if (line.includes("words is running in process")) stop.abort();
  });
  expect(await going).toBe("elsewhere");
  expect((await store.hosts.holder(run.id))?.id).toBe(lease.host);
  await leaveRun(store, run.id, lease);
});

test("what breaks in the one that carries the run out is its own, and no reason to look on", async () => {
  const hosted = await aHostedRun({ plan: PLAN, command: "echo one > one.txt\n" });
  const gone = { ...hosted, run: { ...hosted.run, agent: { driver: "command", spec: "./gone.sh" } } };
  await expect(goingOn(gone, () => {}).going).rejects.toThrow("gone.sh");
});
