import { runProgram } from "../src/programs/run-program.ts";
import { startDirectly } from "../src/programs/start-directly.ts";
import type { Benchmark } from "./figure.ts";
import { medianOf } from "./measure.ts";

/** Starting a program from a process of 250 MB, as the harness may well be; Node's own way is the yardstick. */
export const programs: Benchmark = async () => {
  const weight = Array.from({ length: 200 }, () => Buffer.alloc(1 << 20, 1));
  const [direct, small]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < RUNS; turn++) {
    direct.push(await timeOf(startedByNode));
    small.push(await timeOf(() => runProgram(ARGV, { cwd: "/", env: ENV })));
  }
  if (weight.length === 0) throw new Error("nothing was held");
  return [
    { name: "start a program, by Node", measured: medianOf(direct), unit: "ms" },
    { name: "  from the small process", measured: medianOf(small), unit: "ms" },
    { name: "  beside Node's own way", measured: medianOf(small) / medianOf(direct), unit: "×", goal: 1 },
  ];
};

const RUNS = 25;
const ARGV = ["git", "version"];
const ENV = { PATH: "/usr/bin:/bin" };

async function startedByNode(): Promise<void> {
  const { pipe, exit } = await startDirectly({ argv: ARGV, cwd: "/", env: ENV, pipes: { 1: "from" } });
  pipe(1).resume();
  await exit;
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}
