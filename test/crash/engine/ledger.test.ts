import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { aHostedRun, type HostedRun, planWith } from "../../engine/a-hosted-run.ts";
import { used } from "../../engine/a-spending-agent.ts";

const rowsOf = ({ store, run }: HostedRun) => store.ledger.read({ run: run.id });

/** Lets another process carry the run out, in which somebody tells of so many requests; kills it once that is so. */
async function killedWhen(
  scene: HostedRun,
  { who, times }: { who: "worker" | "planner"; times: number },
  isSo: () => Promise<boolean>,
): Promise<void> {
  const args = [join(import.meta.dirname, "spending-host.ts"), scene.store.url, scene.run.id, who, `${times}`];
  const host = spawn(process.execPath, args, {
    env: { ...process.env, PLANWRIGHT_HOME: scene.home },
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void host.kill("SIGKILL"));
  const gone = once(host, "exit");
  while (!(await isSo())) {
    if (host.exitCode !== null) throw new Error(`it ended with ${host.exitCode}`);
    await sleep(20);
  }
  host.kill("SIGKILL");
  await gone;
}

test("requests that were told before a kill stay in the ledger, the budget counts them, and nothing counts twice", async () => {
  const scene = await aHostedRun({
    plan: planWith([{ contract: "test -e 1.txt" }], "**Budget:** $0.50\n\n"),
    command: "cat > /dev/null\ntouch 1.txt\necho Done.\n",
  });
  await killedWhen(scene, { who: "worker", times: 3 }, async () => (await rowsOf(scene)).length === 3);

  expect(await scene.goOn()).toMatchObject({ halt: "waiting" });
  expect(await scene.happened()).toEqual(["1: attempt 1", "1: interrupted, crashed", "plan: asked, budget"]);
  const sum = used({ input: 600, cachedRead: 60, cachedWrite: 9, output: 120, usd: 0.75 });
  const interrupted = (await scene.events()).filter(({ type }) => type === "attempt-interrupted");
  expect(interrupted).toMatchObject([{ usage: [sum] }]);
  expect((await scene.question()).context.join("\n")).toContain("at least $0.75 of $0.50");

  await scene.answer("raise", "$1");
  expect(await scene.goOn()).toMatchObject({ halt: "done" });
  // The second worker says nothing of what it uses.
  expect((await rowsOf(scene)).map(({ key, usage }) => [key, usage.input])).toEqual([
    ["work/1/1/1/1", 100],
    ["work/1/1/1/2", 200],
    ["work/1/1/1/3", 300],
  ]);
  expect((await scene.store.ledger.sums({ run: scene.run.id }, "step")).total).toMatchObject({
    requests: 3,
    usd: 0.75,
  });
});

const TWO = [{ contract: "test -e 1.txt" }, { contract: "test -e 2.txt" }];

const aPlannedRun = (): Promise<HostedRun> =>
  aHostedRun({
    plan: planWith(TWO, "**Budget:** $1.20\n\n"),
    command: "cat > /dev/null\ntouch 1.txt 2.txt\necho Done.\n",
    planner: `cat > /dev/null\necho '{"told": "fine"}'\n`,
  });

test("what a planner told of before each kill counts, once, until nobody asks it any more", async () => {
  const scene = await aPlannedRun();
  const planned = async () => (await rowsOf(scene)).filter(({ role }) => role === "planner");
  for (const times of [3, 6]) {
    await killedWhen(scene, { who: "planner", times: 3 }, async () => (await planned()).length === times);
  }

  expect(await scene.goOn()).toMatchObject({ halt: "waiting" });
  expect(await scene.happened()).toEqual([
    ...["1: attempt 1", "1: passed", "1: refused, checkpoint", "1: refused, checkpoint"],
    ...["1: reviewed", "1: accepted", "plan: asked, budget"],
  ]);
  expect((await scene.question()).context.join("\n")).toContain("at least $1.50 of $1.20");
  await scene.answer("stop");
  await scene.takeUp();
  expect(await scene.goOn()).toMatchObject({ halt: "waiting" });
  expect((await scene.question()).context.join("\n")).toContain("at least $1.50 of $1.20");
  const sum = used({ input: 600, cachedRead: 60, cachedWrite: 9, output: 120, usd: 0.75 });
  const unheard = (await scene.events()).filter((event) => event.type === "proposal-refused");
  expect(unheard.map(({ usage }) => usage?.[0])).toEqual([sum, sum]);
});

test("a planner that has told nothing before a kill has used nobody knows how much", async () => {
  const scene = await aPlannedRun();
  const isAsked = async () => (await scene.events()).some(({ type }) => type === "planner-asked");
  await killedWhen(scene, { who: "planner", times: 0 }, isAsked);
  await scene.goOn();
  const [unheard] = (await scene.events()).filter((event) => event.type === "proposal-refused");
  expect(unheard).toMatchObject({ isUnheard: true, by: "thinker", usage: [{ source: "unknown" }] });
});
