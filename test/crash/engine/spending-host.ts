import { goOn } from "../../../src/app/go-on.ts";
import { openStore } from "../../../src/store/open-store.ts";
import { spendingAgent, spent } from "../../engine/a-spending-agent.ts";

/** A process that carries a run out (`URL RUN`) with an agent that tells of three requests, and then of nothing more. */
const [url = "", id = ""] = process.argv.slice(2);
const store = await openStore(url);
const run = await store.runs.get(id);
if (!run) throw new Error(`there is no run ${id}`);

const worker = spendingAgent("spender", async function* () {
  for (const input of [100, 200, 300]) yield spent({ input, usd: 0.25 });
  await new Promise((resolve) => setTimeout(resolve, 600_000));
  return {};
});
const onlooker = { event() {}, doing() {}, tool() {}, line() {}, output() {} };
const signal = new AbortController().signal;
await goOn(
  { run, store },
  { version: "0.0.0", signal, onlooker, after: 0, agents: { driverFor: () => worker, planner: null } },
);
