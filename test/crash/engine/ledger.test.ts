import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { aHostedRun, type HostedRun, planWith } from "../../engine/a-hosted-run.ts";
import { used } from "../../engine/a-spending-agent.ts";

const rowsOf = ({ store, run }: HostedRun) => store.ledger.read({ run: run.id });

/** Lets another process carry the run out, and kills it once this many requests are in the ledger. */
async function killedAfter(scene: HostedRun, requests: number): Promise<void> {
  const host = spawn(process.execPath, [join(import.meta.dirname, "spending-host.ts"), scene.store.url, scene.run.id], {
    env: { ...process.env, PLANWRIGHT_HOME: scene.home },
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void host.kill("SIGKILL"));
  const gone = once(host, "exit");
  while ((await rowsOf(scene)).length < requests) {
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
  await killedAfter(scene, 3);

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
