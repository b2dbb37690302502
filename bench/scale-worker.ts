import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { goOn } from "../src/app/go-on.ts";
import { openHome } from "../src/app/home.ts";
import { openRepository } from "../src/app/open-repository.ts";
import { openStoreFor } from "../src/app/open-store.ts";
import { planToRun } from "../src/app/plan-to-run.ts";
import { startRun } from "../src/app/start-run.ts";

/** One of the processes of `scale.ts`. */
const [what, ...words] = process.argv.slice(2);
const memory = what === "plans" ? await plans(words) : await durableSteps(words);
process.stdout.write(JSON.stringify({ memory }));

/** Carries plans out, one after the other, and says how much memory it had after each. */
async function plans([top = "", agent = "", first, count, steps]: string[]): Promise<number[]> {
  const store = await openStoreFor(openHome(null));
  const used: number[] = [];
  for (let number = Number(first); number < Number(first) + Number(count); number++) {
    const file = join(top, "..", `plan-${number}.md`);
    writeFileSync(file, planOf(number, Number(steps)));
    const opened = await openRepository(top);
    const run = await startRun(opened, store, planToRun(file), {
      approval: { by: "bench", via: "command-line" },
      mode: "autonomous",
      agent: { driver: "command", spec: agent },
      from: top,
      inPlace: false,
    });
    opened.git.objects.close();
    const onlooker = { event() {}, doing() {}, output() {}, line() {} };
    const { signal } = new AbortController();
    const { halt } = await goOn({ run, store }, { version: "0.0.0", signal, onlooker, after: 0 });
    if (halt !== "done") throw new Error(`plan ${number} is ${halt}`);
    used.push(process.memoryUsage.rss());
  }
  await store.close();
  return used;
}

function planOf(number: number, steps: number): string {
  const contract = "**contract:**\n```shell\ntest -s notes.txt\n```\nexit_code == 0\n";
  const written = Array.from(
    { length: steps },
    (_, index) => `\n### ${index + 1}. Note ${index + 1}\n\n**task:**\nNote it.\n\n${contract}`,
  );
  return `---\ntype: plan\n---\n\n# Plan ${number}\n\n## Steps\n${written.join("")}`;
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
