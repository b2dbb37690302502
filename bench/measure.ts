import { spawnSync } from "node:child_process";

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/** The Node that runs the benchmark doing nothing: what every other time is compared with. */
export const bareNode: Command = [process.execPath, "-e", "0"];

/**
 * The median time of each command in milliseconds, from start to exit.
 * They take turns, so that whatever else the machine does hits all of them alike.
 */
export function medianTimes<Name extends string>(
  commands: Readonly<Record<Name, Command>>,
  runs = 15,
): Record<Name, number> {
  const names = Object.keys(commands) as Name[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (const name of names) timeOf(commands[name]);
  for (let run = 0; run < runs; run++) {
    for (const name of names) times.get(name)?.push(timeOf(commands[name]));
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(times.get(name) ?? [])])) as Record<Name, number>;
}

export function timeOf([program, ...args]: Command): number {
  const began = performance.now();
  const { status, error, stderr } = spawnSync(program, args, { encoding: "utf8" });
  const time = performance.now() - began;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${error?.message ?? stderr}`);
  return time;
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
