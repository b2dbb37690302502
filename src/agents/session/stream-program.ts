import type { AgentEvent } from "../../ports/agent.ts";
import type { Proc } from "../../ports/sandbox.ts";
import type { Exit } from "../../record/exit.ts";
import { keepTail } from "./keep-tail.ts";
import { LAST_BYTES } from "./last-words.ts";

/** How a program ended, and the end of what it printed. */
export type Streamed = { exit: Exit; stdout: string; stderr: string };

/** Hands a program its input, and its output on, to the end. */
export async function* streamProgram(proc: Proc, input: string | Uint8Array): AsyncGenerator<AgentEvent, Streamed> {
  feed(proc, input);
  const tails = { stdout: keepTail(LAST_BYTES), stderr: keepTail(LAST_BYTES) };
  for await (const { stream, bytes } of proc.output) {
    tails[stream].add(bytes);
    yield { type: "output", stream, bytes };
  }
  return { exit: await proc.exit, stdout: tails.stdout.text(), stderr: tails.stderr.text() };
}

/** A program need not read what it is given; the pipe breaks then, and nobody minds. */
export function feed({ stdin }: Proc, input: string | Uint8Array): void {
  stdin?.on("error", () => {});
  stdin?.end(input);
}
