import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { makeInput } from "./input.ts";
import { chanceOf } from "./random.ts";
import type { Finding, Order, Summary } from "./worker.ts";

/** `npm run fuzz [-- --runs N] [--seed N] [--only RUN] [--jobs N]` */
const { values } = parseArgs({
  options: { runs: { type: "string" }, seed: { type: "string" }, only: { type: "string" }, jobs: { type: "string" } },
});
const runs = countOf("runs", 10_000);
const seed = countOf("seed", Math.floor(Math.random() * 2 ** 31));
const jobs = values.only === undefined ? Math.min(countOf("jobs", 1), availableParallelism()) : 1;

/** A single run that takes this long hangs. */
const HANG = 20_000;

const heartbeats = Array.from({ length: jobs }, () => new Int32Array(new SharedArrayBuffer(4)));
const findings: Finding[] = [];
console.log(`fuzzing ${values.only === undefined ? `${runs} inputs` : `run ${values.only}`} with seed ${seed}`);
const progress = setInterval(showProgress, 10_000);
const summaries = await Promise.all(heartbeats.map((heartbeat, job) => work(heartbeat, job)));
clearInterval(progress);
report();

function work(heartbeat: Int32Array, job: number): Promise<Summary | null> {
  const order: Order = {
    seed,
    runs: values.only === undefined ? { from: job, to: runs, step: jobs } : [countOf("only", 0)],
    heartbeat,
  };
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: order });
  return new Promise((resolve) => {
    const watch = watchdog(heartbeat, () => {
      note({ run: Atomics.load(heartbeat, 0), fault: `hangs: no end after ${HANG / 1000} s` });
      void worker.terminate().then(() => resolve(null));
    });
    worker.on("message", (message: { type: "finding"; finding: Finding } | { type: "summary"; summary: Summary }) => {
      if (message.type === "finding") note(message.finding);
      else {
        clearInterval(watch);
        resolve(message.summary);
      }
    });
    worker.on("error", (error) => {
      clearInterval(watch);
      note({ run: Atomics.load(heartbeat, 0), fault: error instanceof Error ? (error.stack ?? "") : String(error) });
      resolve(null);
    });
  });
}

/** At once, because a long run may be cut short. */
function note(finding: Finding): void {
  findings.push(finding);
  console.log(`  run ${finding.run}: ${finding.fault.split("\n", 1)[0]}`);
}

function watchdog(heartbeat: Int32Array, bark: () => void): NodeJS.Timeout {
  let last = -1;
  let since = Date.now();
  const watch = setInterval(() => {
    const run = Atomics.load(heartbeat, 0);
    if (run !== last) [last, since] = [run, Date.now()];
    else if (Date.now() - since > HANG) {
      clearInterval(watch);
      bark();
    }
  }, 500);
  return watch;
}

function showProgress(): void {
  const done = Math.min(...heartbeats.map((heartbeat) => Atomics.load(heartbeat, 0)));
  console.log(`  ${done} of ${runs}, ${findings.length} findings`);
}

function report(): void {
  const done = summaries.filter((summary) => summary !== null);
  const total = done.reduce((sum, summary) => sum + summary.runs, 0);
  const bytes = done.reduce((sum, summary) => sum + summary.bytes, 0);
  const slowest = done.map((summary) => summary.slowest).sort((a, b) => b.perTenKilobytes - a.perTenKilobytes)[0];
  console.log(
    `${total} inputs, ${(bytes / 1e6).toFixed(1)} MB; slowest: run ${slowest?.run ?? "-"} with ${slowest?.perTenKilobytes.toFixed(1) ?? "-"} ms per 10 kB`,
  );
  for (const { run, fault } of findings.slice(0, 5)) {
    console.log(
      `\nrun ${run}: ${fault}\n  the input is in ${saved(run)}\n  again: npm run fuzz -- --seed ${seed} --only ${run}`,
    );
  }
  console.log(findings.length === 0 ? "no findings" : `${findings.length} findings with seed ${seed}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

function saved(run: number): string {
  const folder = mkdtempSync(join(tmpdir(), "planwright-fuzz-"));
  for (const { path, text } of makeInput(chanceOf(seed, run), run).files) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  return folder;
}

function countOf(name: keyof typeof values, otherwise: number): number {
  const text = values[name];
  if (text === undefined) return otherwise;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  console.error(`--${name} wants a whole number, not ${text}`);
  process.exit(2);
}
