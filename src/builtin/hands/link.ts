import { endingOf } from "../../agents/session/ending-of.ts";
import { keepTail } from "../../agents/session/keep-tail.ts";
import { lastLine } from "../../agents/session/last-words.ts";
import { lineSplitter } from "../../agents/session/line-splitter.ts";
import type { Proc } from "../../ports/sandbox.ts";
import type { ToolInput, Used } from "../tools/tool.ts";
import type { HandsMessage } from "./inside/messages.ts";
import { LONGEST_LINE, readMessage } from "./read-message.ts";

/** The way to the hands in the sandbox and back. */
export type Link = {
  /** Never rejects: what keeps an answer from coming is told in its place. */
  ask(tool: string, input: ToolInput, options: { see(bytes: Uint8Array): void; seconds: number }): Promise<Used>;
  /** Whether nothing will be answered any more. */
  isBroken(): boolean;
  /** No process is left afterwards; a second call changes nothing. */
  close(): Promise<void>;
};

type Waiting = { see(bytes: Uint8Array): void; answer(used: Used): void };

/** Waits until the program is ready, and rejects when it never is. Whatever it says that makes no sense ends it. */
export async function openLink(proc: Proc, signal: AbortSignal): Promise<Link> {
  const waiting = new Map<number, Waiting>();
  const complaint = keepTail(16 * 1024);
  let broken: string | null = null;
  let asked = 0;
  let becomeReady = (): void => {};
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });

  const breakOff = (why: string): void => {
    broken ??= why;
    for (const { answer } of waiting.values()) answer(failed(broken));
    waiting.clear();
    void proc.kill();
  };
  const hear = (message: HandsMessage | null): void => {
    // Then it is only read to its end.
    if (broken !== null) return;
    if (message === null) return breakOff("the agent's tools gave an answer that nobody can read; they were stopped");
    if (message.is === "ready") return becomeReady();
    const use = waiting.get(message.id);
    if (use === undefined) return breakOff("the agent's tools answered what nobody asked; they were stopped");
    if (message.is === "output") return use.see(Buffer.from(message.base64, "base64"));
    waiting.delete(message.id);
    use.answer({ state: message.state, text: message.text, diff: message.diff });
  };
  const listen = async (): Promise<void> => {
    const lines = lineSplitter(LONGEST_LINE);
    for await (const { stream, bytes } of proc.output) {
      if (stream === "stderr") complaint.add(bytes);
      else if (broken === null) for (const line of lines.add(bytes)) hear(readMessage(line));
      if (lines.isTooLong()) breakOff("the agent's tools print without an end; they were stopped");
    }
    const ending = endingOf(await proc.exit, "the program of the agent's tools", lastLine(complaint.text()));
    breakOff(ending?.text ?? "the program of the agent's tools has ended");
  };

  const abort = (): void => breakOff("stopped before it was finished");
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  proc.stdin?.on("error", () => {});
  const over = listen();
  const late = setTimeout(
    () => breakOff(`the agent's tools were not ready after ${START_SECONDS} seconds`),
    START_SECONDS * 1000,
  );
  await Promise.race([ready, over]);
  clearTimeout(late);
  if (broken !== null) {
    await proc.kill();
    throw new Error(broken);
  }

  const close = async (): Promise<void> => {
    signal.removeEventListener("abort", abort);
    broken ??= "the agent's tools are closed";
    // Where nothing is held, only the program itself knows what its commands have left.
    proc.stdin?.end();
    const timer = setTimeout(() => void proc.kill(), CLOSE_MILLISECONDS);
    await proc.exit;
    clearTimeout(timer);
    breakOff(broken);
    await over;
  };
  return {
    ask(tool, input, { see, seconds }) {
      if (broken !== null) return Promise.resolve(failed(broken));
      const id = ++asked;
      return new Promise((resolve) => {
        const timer = setTimeout(
          () => breakOff("the agent's tools do not answer any more; they were stopped"),
          seconds * 1000,
        );
        const answer = (used: Used): void => {
          clearTimeout(timer);
          resolve(used);
        };
        waiting.set(id, { see, answer });
        proc.stdin?.write(`${JSON.stringify({ id, tool, input })}\n`);
      });
    },
    isBroken: () => broken !== null,
    close,
  };
}

const START_SECONDS = 30;
const CLOSE_MILLISECONDS = 1000;

const failed = (text: string): Used => ({ state: "failed", text, diff: null });
