import { constants } from "node:os";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command, Limits, Proc } from "../ports/sandbox.ts";
import type { Program, ProgramExit, StartedProgram } from "../programs/program.ts";
import type { Exit } from "../record/exit.ts";
import { startOf } from "../std/process-start.ts";
import { watchDisk } from "./disk-watch.ts";
import { type OutputQueue, outputQueue } from "./output-queue.ts";
import { SandboxError } from "./sandbox-error.ts";

export type Launch = {
  /**
   * Starts a chain of programs with these pipes. It says one byte on number 3 when all is set up, waits for a line on
   * number 6, and becomes the program.
   */
  start(pipes: Program["pipes"]): Promise<StartedProgram>;
  /** Waited for when all is set up, before the program may begin. Must not throw. */
  beforeProgram?(pid: number): Promise<void>;
  stdin: Command["stdin"];
  /** What the shell reads on number 6 after that line, see `variables.ts`. */
  secrets: string;
  limits: Limits;
  /** Where what it writes ends up. */
  disk: string;
  /** Asked when the program is gone, before `cleanUp`. */
  hasRunOutOfMemory(): boolean;
  /** Called exactly once, when nothing runs any more, also when nothing could be started. Must not throw. */
  cleanUp(): Promise<void>;
};

/**
 * Starts a program and stays with it to its end: limits, output, kill, clean-up. Rejects with `SandboxError` when it
 * ends before it was set up, unless the caller stopped it meanwhile.
 */
export async function supervise(launch: Launch, signal: AbortSignal): Promise<Proc> {
  let stoppedBy: (Exit & { kind: "stopped" })["by"] | null = null;
  let hasEnded = false;
  const stop = (by: NonNullable<typeof stoppedBy>): void => {
    if (hasEnded) return;
    stoppedBy ??= by;
    giveNoAnswer();
    killGroup(started.pid);
  };
  // Bubblewrap that is killed while it sets up may leave its child behind, which would go on once it is answered.
  const giveNoAnswer = (): void => void started.pipe(ANSWER).destroy();
  const queue = outputQueue(launch.limits.outputBytes, () => stop("output"));
  const started = await startedOrCleanedUp(launch);
  const stdin = launch.stdin === "open" ? started.pipe(0) : null;
  const streams = [started.pipe(1), started.pipe(2)];
  for (const [index, stream] of streams.entries()) queue.add(index === 0 ? "stdout" : "stderr", stream);
  const status = readStatus(started.pipe(4));
  const timer = setTimeout(() => stop("seconds"), Math.min(launch.limits.seconds * 1000, LONGEST_TIMER));
  const disk = watchDisk(launch.disk, () => stop("disk"));
  const onAbort = (): void => stop("caller");
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();

  const exit = (async (): Promise<Exit> => {
    const ended = await started.exit;
    hasEnded = true;
    giveNoAnswer();
    clearTimeout(timer);
    disk.stop();
    signal.removeEventListener("abort", onAbort);
    // Whoever of its group is still there; those in a pid namespace have lost it with their first process.
    killGroup(started.pid);
    queue.drain();
    await Promise.all([atMost(GRACE, allClosed(streams)), atMost(GRACE, status.isGone())]);
    for (const stream of [...streams, stdin]) stream?.destroy();
    const isOutOfMemory = launch.hasRunOutOfMemory();
    await launch.cleanUp();
    queue.end();
    if (stoppedBy !== null) return { kind: "stopped", by: stoppedBy };
    return isOutOfMemory ? { kind: "stopped", by: "memory" } : exitFrom(ended, status.hasReported());
  })();

  if (!(await isReady(started, launch))) {
    await exit;
    if (stoppedBy === null) throw new SandboxError("start", `cannot start the sandbox: ${await textOf(queue)}`);
  }
  return {
    stdin,
    output: queue.output,
    exit,
    kill() {
      stop("caller");
      return exit;
    },
  };
}

const GRACE = 2000;
/** What a timer can hold, about 24 days. */
const LONGEST_TIMER = 2 ** 31 - 1;

async function startedOrCleanedUp(launch: Launch): Promise<StartedProgram> {
  const pipes = { ...(launch.stdin === "open" && { 0: "to" as const }), ...PIPES };
  try {
    return await launch.start(pipes);
  } catch (error) {
    await launch.cleanUp();
    throw new SandboxError("start", (error as Error).message, { cause: error });
  }
}

const ANSWER = 6;
const PIPES = { 1: "from", 2: "from", 3: "from", 4: "from", [ANSWER]: "to" } as const;

/**
 * What bubblewrap tells: the number of the first process of the pid namespace, and at the end how the program ended. The
 * kernel ends that process only after all others in there, so when it is gone, nothing of the program is left.
 */
function readStatus(status: Readable): { isGone(): Promise<void>; hasReported(): boolean } {
  let text = "";
  let known: { pid: number; start: string | null } | null = null;
  status.on("data", (bytes: Buffer) => {
    text += bytes.toString("latin1");
    const pid = Number(/"child-pid": (\d+)/.exec(text)?.[1] ?? 0);
    if (pid > 0) known ??= { pid, start: startOf(pid) };
  });
  const closed = new Promise<void>((resolve) => void status.once("close", resolve));
  return {
    hasReported: () => text.includes('"exit-code"'),
    async isGone() {
      await closed;
      for (let wait = 1; wait < GRACE && known?.start && startOf(known.pid) === known.start; wait *= 2) {
        await sleep(wait);
      }
    },
  };
}

/** When bubblewrap itself is killed, it cannot report, and all that is known is how shells number a signal. */
function exitFrom(ended: ProgramExit, hasReported: boolean): Exit {
  if ("signal" in ended) return { kind: "signalled", signal: ended.signal };
  const signal = hasReported ? undefined : nameOfSignal(ended.code - 128);
  return signal === undefined ? { kind: "exited", code: ended.code } : { kind: "signalled", signal };
}

const nameOfSignal = (number: number): string | undefined =>
  Object.entries(constants.signals).find(([, value]) => value === number)?.[0];

function isReady({ pid, pipe }: StartedProgram, { secrets, beforeProgram }: Launch): Promise<boolean> {
  return new Promise((resolve) => {
    pipe(3).once("close", () => resolve(false));
    pipe(3).once("data", async () => {
      await beforeProgram?.(pid);
      // It may have been stopped meanwhile.
      if (!pipe(ANSWER).destroyed) pipe(ANSWER).end(`\n${secrets}`);
      resolve(true);
    });
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}

async function allClosed(streams: Readable[]): Promise<void> {
  await Promise.all(
    streams.map((stream) => stream.closed || new Promise<void>((resolve) => void stream.once("close", resolve))),
  );
}

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([work, late]);
  timer.abort();
}

async function textOf(queue: OutputQueue): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const { bytes } of queue.output) parts.push(bytes);
  return Buffer.concat(parts).toString("utf8").trim();
}
