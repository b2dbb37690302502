import { fieldsOf, type Loose, textOf } from "../../agents/json-rpc/loose.ts";
import { type Incoming, messagesIn } from "../../agents/json-rpc/messages-in.ts";
import { writerTo } from "../../agents/json-rpc/writer-to.ts";
import { endingOf } from "../../agents/session/ending-of.ts";
import { keepTail } from "../../agents/session/keep-tail.ts";
import { lastLine } from "../../agents/session/last-words.ts";
import type { Proc } from "../../ports/sandbox.ts";
import { hideKeys } from "./hide-keys.ts";

/** A program that speaks JSON-RPC on its streams. It may be asked many things at a time, and is believed nothing. */
export type McpPeer = {
  /** Never rejects. When the signal aborts, the program hears that nobody waits any longer. */
  ask(method: string, params: object, signal: AbortSignal): Promise<Answer>;
  tell(method: string, params?: object): void;
  /** Settles when no process of it is left. Closing twice is harmless. */
  close(): Promise<void>;
};

export type Answer =
  | { is: "result"; result: Loose }
  | { is: "refusal"; why: string }
  /** Nobody waited any longer. */
  | { is: "unanswered" }
  /** The program has ended, or was ended because it does not keep to the protocol. */
  | { is: "gone"; why: string };

/**
 * Listens from the beginning, whether or not anybody asks, since a program whose pipes are full stands still. Nothing that
 * it answers has one of its keys in it.
 */
export function openMcpPeer(proc: Proc, keys: readonly string[]): McpPeer {
  const waiting = new Map<number, (answer: Answer) => void>();
  const stderr = keepTail(COMPLAINT_BYTES);
  const { write, unread } = writerTo(proc);
  let gone: (Answer & { is: "gone" }) | null = null;
  let noises = 0;
  let asked = 0;

  /** What is wrong with the program, if it shows. */
  function hear(message: Incoming): string | null {
    switch (message.is) {
      case "response":
        if (typeof message.id === "number") waiting.get(message.id)?.(hideKeys(answerIn(message), keys));
        return null;
      case "request":
        write(
          message.method === "ping"
            ? { id: message.id, result: {} }
            : { id: message.id, error: { code: NO_SUCH_METHOD, message: "this is not offered here" } },
        );
        return unread() > MOST_UNREAD ? "it asks and asks, and reads no answer" : null;
      case "noise":
        noises += 1;
        return noises > MOST_NOISES ? "it prints something that is not the protocol" : null;
      case "torrent":
        return "it prints a line that is too long for a message";
      case "stderr":
        stderr.add(message.bytes);
        return null;
      case "notification":
        return null;
    }
  }

  async function listen(): Promise<void> {
    let fault: string | null = null;
    for await (const message of messagesIn(proc.output, LONGEST_LINE)) {
      fault = hear(message);
      if (fault !== null) break;
    }
    const exit = fault === null ? await proc.exit : await proc.kill();
    const why = fault ?? endingOf(exit, "it", lastLine(stderr.text()))?.text ?? "it has ended";
    gone = hideKeys({ is: "gone", why }, keys);
    for (const settle of [...waiting.values()]) settle(gone);
  }
  const listening = listen();

  return {
    async ask(method, params, signal) {
      if (gone) return gone;
      if (signal.aborted) return { is: "unanswered" };
      const id = ++asked;
      const { promise, resolve } = Promise.withResolvers<Answer>();
      const giveUp = (): void => {
        write({ method: "notifications/cancelled", params: { requestId: id, reason: "nobody waits any longer" } });
        resolve({ is: "unanswered" });
      };
      waiting.set(id, resolve);
      signal.addEventListener("abort", giveUp, { once: true });
      write({ id, method, params });
      const answer = await promise;
      signal.removeEventListener("abort", giveUp);
      waiting.delete(id);
      return answer;
    },
    tell: (method, params) => write({ method, params }),
    async close() {
      await proc.kill();
      await listening;
    },
  };
}

const LONGEST_LINE = 4 * 1024 * 1024;
const COMPLAINT_BYTES = 4 * 1024;
const MOST_UNREAD = 4 * 1024 * 1024;

/** Some programs greet on standard output. */
const MOST_NOISES = 100;

const NO_SUCH_METHOD = -32601;

function answerIn({ result, error }: Incoming & { is: "response" }): Answer {
  if (error === undefined || error === null) return { is: "result", result: fieldsOf(result) };
  const said = textOf(fieldsOf(error).message)?.trim() ?? "";
  return { is: "refusal", why: said === "" ? "it does not say why" : said };
}
