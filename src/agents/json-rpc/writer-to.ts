import type { Proc } from "../../ports/sandbox.ts";

/** Writes messages to a program. `unread` is how much of them it has not taken yet. */
export type Writer = { write(message: object): void; unread(): number };

/** A program need not read what it is told; the pipe breaks then, and its end says more than ours would. */
export function writerTo({ stdin }: Pick<Proc, "stdin">): Writer {
  let unread = 0;
  stdin?.on("error", () => {});
  return {
    write(message) {
      const line = `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
      unread += line.length;
      stdin?.write(line, () => {
        unread -= line.length;
      });
    },
    unread: () => unread,
  };
}
