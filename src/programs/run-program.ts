import { constants } from "node:os";
import { nursery } from "./nursery.ts";
import type { Program, ProgramExit, StartedProgram } from "./program.ts";
import { startDirectly } from "./start-directly.ts";

export type RunOptions = {
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** A promise, for what is not known yet when the program starts. */
  input?: Uint8Array | Promise<Uint8Array>;
  signal?: AbortSignal;
  /** What it is told when the signal is heard. */
  stopWith?: NodeJS.Signals;
  onStart?(pid: number): void;
};
export type RunOutput = { status: number; stdout: Buffer; stderr: Buffer };

/** Runs a program to its end and gives all that it wrote. */
export async function runProgram(argv: readonly string[], options: RunOptions): Promise<RunOutput> {
  const { cwd, env, input, signal } = options;
  const started = await startProgram({
    ...{ argv, cwd, env, life: [1, 2] },
    pipes: { ...(input !== undefined && { 0: "to" }), 1: "from", 2: "from" },
  });
  options.onStart?.(started.pid);
  const stop = (): void => tell(started.pid, options.stopWith ?? "SIGKILL");
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  const [stdout, stderr] = [1, 2].map((number) => allOf(started, number));
  if (input instanceof Promise) void input.then((bytes) => started.pipe(0).end(bytes));
  else if (input !== undefined) started.pipe(0).end(input);
  try {
    return {
      status: statusOf(await started.exit),
      stdout: (await stdout) ?? NOTHING,
      stderr: (await stderr) ?? NOTHING,
    };
  } finally {
    signal?.removeEventListener("abort", stop);
    if (input !== undefined) started.pipe(0).destroy();
  }
}

const NOTHING = Buffer.alloc(0);

/** As shells have it. */
const statusOf = (exit: ProgramExit): number => ("code" in exit ? exit.code : 128 + constants.signals[exit.signal]);

export function startProgram(program: Program): Promise<StartedProgram> {
  return nursery()?.start(program) ?? startDirectly(program);
}

function allOf({ pipe }: StartedProgram, number: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve) => {
    pipe(number)
      .on("data", (bytes: Buffer) => parts.push(bytes))
      .once("close", () => resolve(Buffer.concat(parts)));
  });
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}
