import { setTimeout as sleep } from "node:timers/promises";
import type { AgentEvent } from "../../ports/agent.ts";
import type { Proc } from "../../ports/sandbox.ts";
import { countOf, fieldsOf, textOf } from "../json-rpc/loose.ts";
import { type Incoming, type MessageId, messagesIn } from "../json-rpc/messages-in.ts";
import { writerTo } from "../json-rpc/writer-to.ts";
import type { Ending } from "../session/session.ts";

/** Somebody at the other end of a program's streams, who is asked one thing after the other. */
export type Peer = {
  /** Hands everything else that comes before the answer to whoever hears. */
  ask(method: string, params: object): AsyncGenerator<AgentEvent, Answer>;
  tell(method: string, params: object): void;
  /** Hands on what was said together with the last answer and comes after it, on standard error for one. */
  afterwards(): AsyncGenerator<AgentEvent, void>;
};

export type Answer =
  | { is: "result"; result: unknown }
  | { is: "refusal"; code: number; message: string }
  /** What was heard meanwhile has ended the conversation. */
  | { is: "over"; ending: Ending }
  /** The program has ended without an answer. */
  | { is: "gone" };

/** What the other end says unasked, answers to nothing included. An ending ends the conversation. */
export type Hear = (message: Incoming, reply: Reply) => Generator<AgentEvent, Ending | null>;

export type Reply = {
  result(id: MessageId, result: object): void;
  refusal(id: MessageId, code: number, message: string): void;
};

/**
 * JSON-RPC over lines, without any queue: the next message is read when somebody wants to know how it goes on, so an
 * agent that floods us waits instead. Answers that nobody waits for, or that come twice, are handed on like the rest.
 */
export function openPeer(proc: Proc, hear: Hear): Peer {
  const incoming = messagesIn(proc.output);
  const { write, unread } = writerTo(proc);
  let asked = 0;
  let coming: ReturnType<typeof incoming.next> | null = null;
  /** What comes next; the same until it has come, so that nothing is lost to somebody who did not wait for it. */
  const next = (): ReturnType<typeof incoming.next> => {
    if (coming === null) {
      coming = incoming.next();
      // Whoever takes it hears of it.
      coming.catch(() => {});
    }
    return coming;
  };
  const answer = (message: object): void => {
    if (unread() > MOST_UNREAD) throw new Error("it asks and asks, and reads no answer");
    write(message);
  };
  const reply: Reply = {
    result: (id, result) => answer({ id, result }),
    refusal: (id, code, message) => answer({ id, error: { code, message } }),
  };
  return {
    async *ask(method, params) {
      const id = ++asked;
      write({ id, method, params });
      for (;;) {
        const { done, value: message } = await next();
        coming = null;
        if (done) return { is: "gone" };
        if (message.is === "response" && message.id === id) return answerIn(message);
        const ending = yield* hear(message, reply);
        if (ending) return { is: "over", ending };
      }
    },
    tell: (method, params) => write({ method, params }),
    async *afterwards() {
      const latest = Date.now() + LONGEST_AFTERWARDS;
      while (Date.now() < latest) {
        const come = await Promise.race([next().catch(() => null), sleep(A_MOMENT, null, { ref: false })]);
        if (come === null || come.done) return;
        coming = null;
        if ((yield* hear(come.value, reply)) !== null) return;
      }
    },
  };
}

/** Long enough for what lies in a pipe already, in milliseconds. */
const A_MOMENT = 20;
const LONGEST_AFTERWARDS = 250;

const MOST_UNREAD = 16 * 1024 * 1024;

function answerIn({ result, error }: Incoming & { is: "response" }): Answer {
  if (error === undefined || error === null) return { is: "result", result };
  const { code, message, data } = fieldsOf(error);
  const { details, message: told } = fieldsOf(data);
  const more = textOf(details) ?? textOf(told) ?? textOf(data);
  const said = textOf(message) ?? "it does not say why";
  return {
    is: "refusal",
    code: typeof code === "number" ? code : countOf(code),
    message: more === null || said.includes(more) ? said : `${said}: ${more}`,
  };
}
