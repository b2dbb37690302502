import { lstatSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { fsPath } from "../../std/path-bytes.ts";

/** ctime in milliseconds, inode, device, size and mode. A file that is gone has zeros, one that may not be seen -1. */
export const STAT_COLUMNS = 5;

/**
 * What `lstat` says of many files, in columns, a row for each path. A second thread helps with large trees: both take
 * the next rows off one counter, so it costs nothing when that thread starts late or never.
 */
export function statFiles(folder: string, paths: readonly string[]): Float64Array {
  const stats = new Float64Array(new SharedArrayBuffer(paths.length * STAT_COLUMNS * 8));
  const counters = new Int32Array(new SharedArrayBuffer(8));
  if (paths.length >= WORTH_A_THREAD) startHelper({ folder, paths: paths.join("\0"), stats, counters });

  let own = 0;
  for (let from = nextRows(counters); from < paths.length; from = nextRows(counters)) {
    const to = Math.min(from + ROWS, paths.length);
    for (let row = from; row < to; row += 1) statRow(`${folder}/${paths[row]}`, stats, row * STAT_COLUMNS);
    own += to - from;
  }
  if (helperFinishes(counters, paths.length - own)) return stats;
  for (const [row, path] of paths.entries()) statRow(`${folder}/${path}`, stats, row * STAT_COLUMNS);
  return stats;
}

const WORTH_A_THREAD = 5000;
const ROWS = 256;
/** In `counters`: the next row that nobody has taken, and how many rows the helper has finished. */
const [NEXT, HELPED] = [0, 1];

const nextRows = (counters: Int32Array): number => Atomics.add(counters, NEXT, ROWS);

function statRow(place: string, stats: Float64Array, at: number): void {
  try {
    const stat = lstatSync(fsPath(place), { throwIfNoEntry: false });
    if (!stat) return;
    stats[at] = stat.ctimeMs;
    stats[at + 1] = stat.ino;
    stats[at + 2] = stat.dev;
    stats[at + 3] = stat.size;
    stats[at + 4] = stat.mode;
  } catch {
    stats[at] = -1;
  }
}

/** False when it does not in a time in which it could have done everything several times. */
function helperFinishes(counters: Int32Array, rows: number): boolean {
  for (let helped = Atomics.load(counters, HELPED); helped < rows; helped = Atomics.load(counters, HELPED))
    if (Atomics.wait(counters, HELPED, helped, 10_000) === "timed-out") return false;
  return true;
}

type Share = { folder: string; paths: string; stats: Float64Array; counters: Int32Array };

function startHelper(share: Share): void {
  const helper = new Worker(HELPER, { eval: true, workerData: share, env: {}, execArgv: [] });
  // Without it, the work is done all the same.
  helper.on("error", () => {});
  helper.unref();
}

/** As text, because the published program is one file. A name that is no UTF-8 is written as its bytes, see `bytesOf`. */
const HELPER = `
const { lstatSync } = require("node:fs");
const { workerData: { folder, paths, stats, counters } } = require("node:worker_threads");
const bytesOf = (path) => Buffer.concat([...path].map((letter) =>
  letter.isWellFormed() ? Buffer.from(letter) : Buffer.of(letter.charCodeAt(0) - 0xdc00)));
const names = paths.split("\\0");
for (let from; (from = Atomics.add(counters, ${NEXT}, ${ROWS})) < names.length; ) {
  const to = Math.min(from + ${ROWS}, names.length);
  for (let row = from; row < to; row += 1) {
    const at = row * ${STAT_COLUMNS};
    try {
      const place = folder + "/" + names[row];
      const stat = lstatSync(place.isWellFormed() ? place : bytesOf(place), { throwIfNoEntry: false });
      if (stat) stats.set([stat.ctimeMs, stat.ino, stat.dev, stat.size, stat.mode], at);
    } catch {
      stats[at] = -1;
    }
  }
  Atomics.add(counters, ${HELPED}, to - from);
  Atomics.notify(counters, ${HELPED});
}`;
