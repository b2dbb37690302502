import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { goOn } from "../src/app/hosting/go-on.ts";
import { openScene } from "../src/app/opening/scene.ts";
import { beginRun, notingPlan } from "./begin-run.ts";

/** One of the processes of `scale.ts`. */
const [what, ...words] = process.argv.slice(2);
const memory = what === "plans" ? await plans(words) : await durableSteps(words);
process.stdout.write(JSON.stringify({ memory }));

/** Carries plans out, one after the other, and says how much memory it had after each. */
async function plans([top = "", agent = "", first, count, steps]: string[]): Promise<number[]> {
  const scene = openScene(top);
  const store = await scene.store();
  const used: number[] = [];
  for (let number = Number(first); number < Number(first) + Number(count); number++) {
    const file = join(top, "..", `plan-${number}.md`);
    writeFileSync(file, notingPlan(`Plan ${number}`, Number(steps)));
    const run = await beginRun(store, top, file, agent);
    const onlooker = { event() {}, doing() {}, tool() {}, output() {}, line() {} };
    const { signal } = new AbortController();
    const { halt } = await goOn(scene, { run, store }, { version: "0.0.0", signal, onlooker, after: 0 });
    if (halt !== "done") throw new Error(`plan ${number} is ${halt}`);
    used.push(process.memoryUsage.rss());
  }
  await scene.close();
  return used;
}

/** As many workflows and durable steps as such plans have, with nothing in them. */
async function durableSteps([url = "", worker, count, steps]: string[]): Promise<number[]> {
  const nothing = (name: string) => DBOS.runStep(async () => name, { name });
  const attempt = DBOS.registerWorkflow(
    async () => {
      await nothing("work");
      return nothing("judge");
    },
    { name: "bare-attempt" },
  );
  const plan = DBOS.registerWorkflow(
    async () => {
      for (let step = 0; step < Number(steps); step++) {
        await nothing("decide");
        await (await DBOS.startWorkflow(attempt)()).getResult();
        await nothing("decide");
        await nothing("accept");
      }
    },
    { name: "bare-plan" },
  );
  process.noDeprecation = true;
  const silent = { info() {}, debug() {}, warn() {}, error() {} };
  DBOS.setConfig({ name: "bench", systemDatabaseUrl: url, executorID: `bench-${worker}`, logger: silent });
  await DBOS.launch();
  for (let number = 0; number < Number(count); number++) await (await DBOS.startWorkflow(plan)()).getResult();
  await DBOS.shutdown();
  return [];
}
