import { parentPort, workerData } from "node:worker_threads";
import { makeInput, sizeOf } from "./input.ts";
import { judge, use } from "./judge.ts";
import { chanceOf } from "./random.ts";

/** Milliseconds of computing allowed for each started 10 kB. */
const ALLOWED = 100;

export type Order = {
  seed: number;
  runs: readonly number[] | { from: number; to: number; step: number };
  heartbeat: Int32Array;
};
export type Finding = { run: number; fault: string };
export type Summary = { runs: number; bytes: number; slowest: { run: number; perTenKilobytes: number } };

const pause = new Int32Array(new SharedArrayBuffer(4));
const { seed, runs, heartbeat } = workerData as Order;
const summary: Summary = { runs: 0, bytes: 0, slowest: { run: -1, perTenKilobytes: 0 } };
const list = Array.isArray(runs) ? (runs as readonly number[]) : undefined;
const range = list ? null : (runs as { from: number; to: number; step: number });
if (list) for (const run of list) play(run);
else if (range) for (let run = range.from; run < range.to; run += range.step) play(run);
parentPort?.postMessage({ type: "summary", summary });

function play(run: number): void {
  Atomics.store(heartbeat, 0, run);
  const input = makeInput(chanceOf(seed, run), run);
  const size = sizeOf(input);
  summary.runs++;
  summary.bytes += size;
  try {
    const parts = Math.max(1, size / 10_000);
    const time = timeOf(run, parts);
    if (time / parts > summary.slowest.perTenKilobytes) summary.slowest = { run, perTenKilobytes: time / parts };
    const chance = chanceOf(seed, run);
    for (const reading of judge(makeInput(chance, run))) use(chance, reading);
    if (time / parts > ALLOWED) throw new Error(`takes ${Math.round(time)} ms for ${size} characters`);
  } catch (error) {
    parentPort?.postMessage({
      type: "finding",
      finding: { run, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    });
  }
}

/**
 * Computing time, not waiting time. What seems slow is tried again, and again after a pause: a machine that is busy with
 * something else slows that down, too, and only the input is at fault if it stays slow.
 */
function timeOf(run: number, parts: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 30 && best / parts > (tries < 5 ? ALLOWED / 2 : ALLOWED); tries++) {
    if (tries >= 5) Atomics.wait(pause, 0, 0, 100);
    // Made anew, because readers remember what they have read.
    const input = makeInput(chanceOf(seed, run), run);
    const began = process.threadCpuUsage();
    judge(input);
    const { user, system } = process.threadCpuUsage(began);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
