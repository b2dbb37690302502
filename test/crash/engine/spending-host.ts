import { goOn } from "../../../src/app/hosting/go-on.ts";
import { openScene } from "../../../src/app/opening/scene.ts";
import { openStore } from "../../../src/store/open-store.ts";
import { type Session, shell, spendingAgent, spent } from "../../engine/a-spending-agent.ts";

/**
 * A process that carries a run out (`URL RUN WHO TIMES`): `worker` or `planner` tells of as many requests, and then of
 * nothing more.
 */
const [url = "", id = "", who = "", times = ""] = process.argv.slice(2);
const store = await openStore(url);
const run = await store.runs.get(id);
if (!run) throw new Error(`there is no run ${id}`);

const spends: Session = async function* () {
  for (let count = 1; count <= Number(times); count++) yield spent({ input: 100 * count, usd: 0.25 });
  await new Promise((resolve) => setTimeout(resolve, 600_000));
  return {};
};
const works: Session = async function* ({ number }, host) {
  await shell(host, `touch ${number}.txt`);
  yield spent({ usd: 0 });
  return {};
};
const onlooker = { event() {}, doing() {}, tool() {}, line() {}, output() {} };
const signal = new AbortController().signal;
const worker = spendingAgent("worker", who === "worker" ? spends : works);
const planner = who === "worker" ? null : { driver: spendingAgent("thinker", spends), window: 100_000 };
await goOn(
  openScene(process.cwd()),
  { run, store },
  { version: "0.0.0", signal, onlooker, after: 0, agents: { driverFor: () => worker, planner } },
);
