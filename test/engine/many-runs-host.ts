import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { goOn } from "../../src/app/hosting/go-on.ts";
import { openScene } from "../../src/app/opening/scene.ts";
import { openHost } from "../../src/app/runs/host.ts";
import { main } from "../../src/cli/main.ts";
import { takeUp } from "../../src/engine/questions/orders.ts";
import { openStore } from "../../src/store/open-store.ts";
import { type Session, shell, spendingAgent } from "./a-spending-agent.ts";

/**
 * A process that hosts many runs at once (`URL GATE STUBBORN`), as a server does. It is told what to do by lines on its
 * input: `host RUN …`, `resume RUN`, `clean`, `close`. It tells of everything that happens, a line of JSON each.
 *
 * A worker waits until the file GATE is there. That of the first attempt at step 1 of STUBBORN, a run, waits until it is told
 * to stop, and then for the file GATE-late, before it writes something and ends.
 */
const [url = "", gate = "", stubborn = ""] = process.argv.slice(2);
const store = await openStore(url);
const host = await openHost(store, async () => {});
const told = (line: Record<string, unknown>): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const worksFor = (run: string): Session =>
  async function* ({ attempt, number }, at, stop) {
    if (run === stubborn && attempt?.number === 1 && number === 1) {
      told({ run, is: "works" });
      while (!stop.aborted) await sleep(20);
      while (!existsSync(`${gate}-late`)) await sleep(50);
      await shell(at, "touch late.txt").catch(() => {});
      told({ run, is: "ended late" });
      return {};
    }
    while (!existsSync(gate) && !stop.aborted) await sleep(50);
    await shell(at, `echo ${number} > ${number}.txt`);
    yield { type: "doing", told: "writes" };
    return {};
  };

const agentsOf = (run: string) => ({ driverFor: () => spendingAgent("worker", worksFor(run)), planner: null });
const scene = openScene(process.cwd());
const hosted = new Set<Promise<void>>();

async function carryOut(id: string): Promise<void> {
  const run = await store.runs.get(id);
  if (!run) throw new Error(`there is no run ${id}`);
  await takeUp(store.journal, run, "Ann");
  const event = ({ type }: { type: string }): void => told({ run: id, event: type });
  const onlooker = { event, line: (line: string) => told({ run: id, line }), doing() {}, tool() {}, output() {} };
  const going = {
    version: "0.0.0",
    signal: new AbortController().signal,
    onlooker,
    after: 0,
    agents: agentsOf(id),
    host,
  };
  try {
    told({ run: id, halt: (await goOn(scene, { run, store }, going)).halt });
  } catch (error) {
    told({ run: id, code: (error as { code?: string }).code ?? null, error: (error as Error).message });
  }
}

const orders: Record<string, (runs: string[]) => unknown> = {
  host: (runs) => runs.forEach((run) => void hosted.add(carryOut(run))),
  resume: (runs) => runs.forEach((run) => void hosted.add(carryOut(run))),
  clean: async () => told({ cleaned: await main(["clean", "--all", "--yes"]) }),
  close: async () => {
    await Promise.all(hosted);
    await host.close();
    await scene.close();
    await store.close();
    process.exit(0);
  },
};
told({ is: "ready" });
for await (const line of createInterface({ input: process.stdin })) {
  const [order = "", ...runs] = line.trim().split(" ");
  void orders[order]?.(runs);
}
