import type { AgentEvent, AgentHost, AgentSession, Ended, Turn, Usage } from "../../ports/agent.ts";
import type { Command, Proc } from "../../ports/sandbox.ts";

/** How a session ended, in the driver's own terms. */
export type Ending = Omit<Ended, "type" | "usage"> & { usage?: Usage[] };

/** What a driver does for one turn; `stop` ends it when nobody waits for it any more. It may throw: whatever it throws ends the session as failed, or as aborted. */
export type Work = (turn: Turn, host: AgentHost, stop: AbortSignal) => AsyncGenerator<AgentEvent, Ending>;

/**
 * Keeps the promises of a session for every driver: one `ended`, always last; nothing left running after an abort, after
 * `close`, or when nobody listens any more.
 */
export function openSession(work: Work, host: AgentHost, signal: AbortSignal): AgentSession {
  const closing = new AbortController();
  const stop = AbortSignal.any([signal, closing.signal]);
  const live = new Set<Promise<Proc>>();
  const killAll = async (): Promise<void> => {
    await Promise.allSettled([...live].map(async (started) => (await started).kill()));
  };
  stop.addEventListener("abort", () => void killAll(), { once: true });

  const launch = (command: Command): Promise<Proc> => {
    stop.throwIfAborted();
    const started = host.launch(command);
    live.add(started);
    const forget = (): unknown => live.delete(started);
    started.then(({ exit }) => exit).then(forget, forget);
    return started;
  };

  const watched: AgentHost = { ...host, launch };
  return {
    async *send(turn) {
      const over = new AbortController();
      try {
        yield ended(yield* work(turn, watched, AbortSignal.any([stop, over.signal])));
      } catch (error) {
        await killAll();
        yield ended(stop.aborted ? ABORTED : failed(error instanceof Error ? error.message : String(error)));
      } finally {
        over.abort();
        await killAll();
      }
    },
    async close() {
      closing.abort();
      await killAll();
    },
  };
}

export const failed = (text: string): Ending => ({ reason: "failed", text, question: null });

/** Its program, its key, its model or its account is not as it must be; `text` says what a person can do. */
export const notLetIn = (text: string): Ending => ({ reason: "not-let-in", text, question: null });

/** It could not be talked to, or could not talk to its model: nobody was at work, or nobody could go on. */
export const notReached = (text: string): Ending => ({ reason: "not-reached", text, question: null });

const ABORTED: Ending = { reason: "aborted", text: "stopped before it was finished", question: null };

const ended = (ending: Ending): Ended => ({ type: "ended", ...ending, usage: ending.usage ?? [] });
