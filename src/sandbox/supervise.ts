import { type ChildProcess, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { Socket } from "node:net";
import type { Duplex, Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command, Limits, Proc } from "../ports/sandbox.ts";
import type { Exit } from "../record/exit.ts";
import { startOf } from "../std/process-start.ts";
import { watchDisk } from "./disk-watch.ts";
import { type OutputQueue, outputQueue } from "./output-queue.ts";
import { OWN_ENVIRONMENT } from "./own-environment.ts";
import type { Pipe } from "./pipes.ts";
import { SandboxError } from "./sandbox-error.ts";

export type Launch = {
  /** Says one byte on file descriptor 3 when all is set up, waits for a line there, and becomes the program. */
  argv: readonly string[];
  /** Where the chain of programs starts; the program's own folder is part of `argv`. */
  folder: string;
  env?: Readonly<Record<string, string>>;
  stdin: Command["stdin"];
  limits: Limits;
  newPipe: () => Pipe;
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
    killGroup(child);
  };
  const queue = outputQueue(launch.limits.outputBytes, () => stop("output"));
  const { child, stdin, streams } = await spawnChild(launch, queue);
  const initial = firstProcess(child.stdio[4] as Readable);
  const timer = setTimeout(() => stop("seconds"), Math.min(launch.limits.seconds * 1000, LONGEST_TIMER));
  const disk = watchDisk(launch.disk, () => stop("disk"));
  const onAbort = (): void => stop("caller");
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();

  const exit = (async (): Promise<Exit> => {
    const ended = await endOf(child);
    hasEnded = true;
    clearTimeout(timer);
    disk.stop();
    signal.removeEventListener("abort", onAbort);
    // Whoever of its group is still there; those in a pid namespace have lost it with their first process.
    killGroup(child);
    queue.drain();
    await Promise.all([atMost(GRACE, allClosed(streams)), atMost(GRACE, initial.isGone())]);
    for (const stream of [...streams, stdin]) stream?.destroy();
    const isOutOfMemory = launch.hasRunOutOfMemory();
    await launch.cleanUp();
    queue.end();
    if (stoppedBy !== null) return { kind: "stopped", by: stoppedBy };
    return isOutOfMemory ? { kind: "stopped", by: "memory" } : ended;
  })();

  if (!(await isReady(child.stdio[3] as Duplex))) {
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

type Spawned = { child: ChildProcess; stdin: Socket | null; streams: Socket[] };

async function spawnChild(launch: Launch, queue: OutputQueue): Promise<Spawned> {
  const open: number[] = [];
  const newPipe = (): Pipe => {
    const pipe = launch.newPipe();
    open.push(pipe.readEnd, pipe.writeEnd);
    return pipe;
  };
  try {
    const input = launch.stdin === "open" ? newPipe() : null;
    const [out, err] = [newPipe(), newPipe()];
    const [file = "", ...rest] = launch.argv;
    const child = spawn(file, rest, {
      cwd: launch.folder,
      env: launch.env ?? OWN_ENVIRONMENT,
      // A group of its own, so that all of it can be killed and none of it hears the terminal's Ctrl-C.
      detached: true,
      stdio: [input?.readEnd ?? "ignore", out.writeEnd, err.writeEnd, "pipe", "pipe"],
    });
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    for (const end of [input?.readEnd, out.writeEnd, err.writeEnd]) if (end !== undefined) closeSync(end);
    const streams = [out, err].map(({ readEnd }) => new Socket({ fd: readEnd, readable: true, writable: false }));
    for (const [index, stream] of streams.entries()) queue.add(index === 0 ? "stdout" : "stderr", stream);
    const stdin = input && new Socket({ fd: input.writeEnd, readable: false, writable: true });
    // A program may end without reading all its input.
    for (const stream of [...streams, stdin]) stream?.on("error", () => {});
    return { child, stdin, streams };
  } catch (error) {
    for (const end of open) closeSync(end);
    await launch.cleanUp();
    throw new SandboxError("start", `cannot start ${launch.argv[0]}: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * The first process of the pid namespace, whose number bubblewrap tells. The kernel ends it only after all others in
 * there, so when it is gone, nothing of the program is left.
 */
function firstProcess(status: Readable): { isGone(): Promise<void> } {
  let text = "";
  let known: { pid: number; start: string | null } | null = null;
  status
    .on("error", () => {})
    .on("data", (bytes: Buffer) => {
      text += bytes.toString("latin1");
      const pid = Number(/"child-pid": (\d+)/.exec(text)?.[1] ?? 0);
      if (pid > 0) known ??= { pid, start: startOf(pid) };
    });
  const closed = new Promise<void>((resolve) => void status.once("close", resolve));
  return {
    async isGone() {
      await closed;
      for (let wait = 1; wait < GRACE && known?.start && startOf(known.pid) === known.start; wait *= 2) {
        await sleep(wait);
      }
    },
  };
}

function endOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    const tell = (code: number | null, signal: string | null): void =>
      resolve(code === null ? { kind: "signalled", signal: signal ?? "SIGKILL" } : { kind: "exited", code });
    if (child.exitCode !== null || child.signalCode !== null) tell(child.exitCode, child.signalCode);
    else child.once("exit", tell);
  });
}

function isReady(channel: Duplex): Promise<boolean> {
  return new Promise((resolve) => {
    channel.on("error", () => {}).once("close", () => resolve(false));
    channel.once("data", () => {
      channel.end("\n");
      resolve(true);
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
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
