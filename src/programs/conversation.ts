import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { ProgramError } from "./program.ts";

/** Lines to and from a process that stays. An answer is `WHAT NUMBER VALUE`, and somebody waits for each. */
export type Conversation = {
  say(line: string): void;
  /** The value that comes with `what` and `number`. Rejects when the process ends before. */
  hear(what: string, number: number): Promise<string>;
  hasEnded(): boolean;
};

/** Whoever waits for an answer is kept alive by it, and nobody else. */
export function converse(child: ChildProcess, onEnd: () => void): Conversation {
  const [input, output] = [child.stdin as Writable, child.stdout as Readable];
  const waiting = new Map<string, { resolve(value: string): void; reject(why: Error): void }>();
  let rest = "";
  let hasEnded = false;

  const keepAlive = (): void => {
    for (const handle of [child, input, output] as unknown as { ref(): void; unref(): void }[])
      if (waiting.size > 0) handle.ref();
      else handle.unref();
  };
  const end = (why: string): void => {
    if (hasEnded) return;
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(new ProgramError(why));
    waiting.clear();
    onEnd();
  };
  child.once("error", (error) => end(error.message));
  child.once("exit", (code, signal) => end(`the process that starts programs has ended (${signal ?? code})`));
  input.on("error", () => {});
  output.on("data", (bytes: Buffer) => {
    const lines = `${rest}${bytes.toString("latin1")}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [what, number, value = ""] = line.split(" ");
      const key = `${what} ${number}`;
      waiting.get(key)?.resolve(value);
      waiting.delete(key);
    }
    keepAlive();
  });
  keepAlive();
  return {
    hasEnded: () => hasEnded,
    say: (line) => void input.write(`${line}\n`),
    hear: (what, number) =>
      new Promise((resolve, reject) => {
        if (hasEnded) return reject(new ProgramError("the process that starts programs has ended"));
        waiting.set(`${what} ${number}`, { resolve, reject });
        keepAlive();
      }),
  };
}
