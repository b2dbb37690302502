import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { KeptOutputs } from "./kept-outputs.ts";
import type { Outcome } from "./messages.ts";
import { endFamily, MARK } from "./process-family.ts";
import { startProgram } from "./start-program.ts";
import { Trouble } from "./trouble.ts";

export type CommandRunner = {
  /** Runs a command to its end, or to the end of its time; `see` gets the beginning of what it prints at once. */
  run(command: string, seconds: number, see: (bytes: Uint8Array) => void): Promise<Outcome>;
  /** Ends everything that commands have left running. */
  endAll(): Promise<void>;
};

export function commandRunner(tree: string, outputs: KeptOutputs): CommandRunner {
  const session = randomBytes(6).toString("hex");
  let count = 0;
  return {
    run: (command, seconds, see) => run({ command, seconds, mark: `${session}-${++count}.`, tree, outputs, see }),
    endAll: () => endFamily({ group: null, mark: `${session}-` }, 200),
  };
}

type Running = {
  command: string;
  seconds: number;
  mark: string;
  tree: string;
  outputs: KeptOutputs;
  see(bytes: Uint8Array): void;
};

async function run({ command, seconds, mark, tree, outputs, see }: Running): Promise<Outcome> {
  const output = outputs.begin();
  const child = startProgram(["bash", "-c", WRAPPED, "bash", mark, command], tree, ["pipe", "ignore", "pipe"]);
  const failed = new Promise<never>((_, reject) =>
    child.once("error", (error) => reject(new Trouble("failed", `the command cannot be started: ${error.message}`))),
  );
  const [printed, told] = [child.stdio[1] as Readable, child.stdio[3] as Readable];
  let [seen, lastAt, isOver] = [0, 0, false];
  printed.on("data", (bytes: Buffer) => {
    // What is left in the background may go on printing, and nobody reads it.
    if (isOver) return;
    lastAt = performance.now();
    output.add(bytes);
    const part = bytes.subarray(0, Math.max(0, MOST_SEEN - seen));
    seen += part.length;
    if (part.length > 0) see(part);
  });
  const closed = new Promise<void>((resolve) => void printed.once("close", resolve));
  const timer = new AbortController();
  const late = sleep(seconds * 1000, "late" as const, { signal: timer.signal }).catch(() => "late" as const);
  try {
    const status = await Promise.race([statusFrom(told), late, failed]);
    if (status === "late") await endFamily({ group: child.pid ?? null, mark });
    await Promise.race([closed, quiet(() => lastAt)]);
    isOver = true;
    return outcomeOf(status, output.text(), seconds);
  } finally {
    timer.abort();
    isOver = true;
  }
}

/**
 * The output goes through a real pipe, which Node's own are not: programs open `/dev/stdout` by name. Both streams share
 * it, so they keep their order. `cat` waits for all that is left in the background; the status comes on 3, and does not.
 * When memory runs out, the command goes first, and not the agent.
 */
const WRAPPED = `echo 500 2> /dev/null > /proc/self/oom_score_adj
{ ${MARK}=$1 bash -c "$2" 2>&1 3>&-; echo "$?" >&3; } | { exec 3>&-; cat; }`;

const MOST_SEEN = 256 * 1024;

/** Null for a command that was killed with all around it. The pipe stays open as long as something is left behind. */
async function statusFrom(stream: Readable): Promise<number | null> {
  let text = "";
  for await (const bytes of stream) {
    text += bytes;
    if (text.endsWith("\n")) return Number.parseInt(text, 10);
  }
  return null;
}

/** What a command has printed before its end may still be on its way. */
async function quiet(lastAt: () => number): Promise<void> {
  const begun = performance.now();
  do await sleep(25);
  while (performance.now() - Math.max(begun, lastAt()) < 100 && performance.now() - begun < 2000);
}

function outcomeOf(status: number | null | "late", text: string, seconds: number): Outcome {
  const body = text === "" ? "" : `${text}\n`;
  if (status === 0) return { state: "done", text: text || "(no output)", diff: null };
  const end =
    status === "late"
      ? `[stopped after ${seconds} seconds, with all that it had started]`
      : `[${status === null ? "it was killed" : `exit status ${status}`}]`;
  return { state: "failed", text: `${body}${end}`, diff: null };
}
