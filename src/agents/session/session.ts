import type { AgentEvent, AgentHost, AgentSession, Ended, SessionOf, Turn, Usage } from "../../ports/agent.ts";
import type { Command, Proc } from "../../ports/sandbox.ts";
import { type SecretHider, secretHider } from "./hide-secrets.ts";
import { openPast, type Past } from "./past.ts";

/**
 * How a turn ended, in the driver's own terms. `way`: how the agent itself goes on from here, in the driver's words; without
 * it the next turn tells it all as text. `whole`: what it says that its whole conversation has cost, where it tells that.
 * `stays`: its program waits for the next turn.
 */
export type Ending = Omit<Ended, "type" | "usage" | "resume"> & {
  usage?: Usage[];
  way?: string;
  whole?: readonly Usage[];
  stays?: boolean;
};

/** What a driver does for one turn; `stop` ends it when nobody waits for it any more. It may throw: whatever it throws ends the turn as failed, or as aborted. */
export type Work = (turn: Turn, host: AgentHost, stop: AbortSignal, past: Past) => AsyncGenerator<AgentEvent, Ending>;

/** `idle`: how long a program may wait for the next turn, in milliseconds. */
export type SessionOptions = { session: SessionOf; idle?: number };

/**
 * Keeps the promises of a session for every driver: one `ended` for each turn, always last; what was said before is known;
 * nothing left running after an abort, after `close`, when nobody listens any more, or when nothing was asked for long.
 */
export function openSession(
  work: Work,
  host: AgentHost,
  signal: AbortSignal,
  { session, idle = 0 }: SessionOptions,
): AgentSession {
  const past = openPast(host.kept ?? null, session.resume);
  const hider = secretHider();
  let waiting: NodeJS.Timeout | undefined;
  let leaving: Promise<void> = Promise.resolve();
  const closing = new AbortController();
  const stop = AbortSignal.any([signal, closing.signal]);
  const live = new Set<Promise<Proc>>();
  const killAll = async (): Promise<void> => {
    await Promise.allSettled([...live].map(async (started) => (await started).kill()));
  };
  stop.addEventListener("abort", () => void killAll(), { once: true });

  const launch = (command: Command): Promise<Proc> => {
    stop.throwIfAborted();
    hider.learn(command.secrets ?? {});
    const started = host.launch(command);
    live.add(started);
    const forget = (): unknown => live.delete(started);
    started.then(({ exit }) => exit).then(forget, forget);
    return started;
  };

  const leave = (): void => {
    leaving = killAll();
  };
  /** Adds what was said to the past, and to the end how to go on from there. */
  const remembered = (turn: Turn, { way, whole, stays: _, ...ending }: Ending): Ended => {
    const { text, question } = withoutSecrets(hider, ended(ending));
    if (UNHEARD.has(ending.reason)) return ended(ending);
    const isOver = IS_OVER.has(ending.reason);
    const resume = past.add(turn, question ?? text, isOver && way ? { way, whole: whole ?? [] } : null);
    return { ...ended(ending), ...(isOver && resume !== undefined && { resume }) };
  };

  const watched: AgentHost = { ...host, launch };
  return {
    async *send(turn) {
      clearTimeout(waiting);
      await leaving;
      const over = new AbortController();
      let stays = false;
      try {
        stop.throwIfAborted();
        const ending = yield* work(turn, watched, AbortSignal.any([stop, over.signal]), past);
        stays = ending.stays === true && IS_OVER.has(ending.reason);
        yield remembered(turn, ending);
      } catch (error) {
        stays = false;
        await killAll();
        const why = stop.aborted ? ABORTED : failed(error instanceof Error ? error.message : String(error));
        yield remembered(turn, why);
      } finally {
        over.abort();
        if (stays && !stop.aborted) waiting = setTimeout(leave, idle).unref();
        else await killAll();
      }
    },
    async close() {
      clearTimeout(waiting);
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

/** Nobody was there to hear it. */
const UNHEARD: ReadonlySet<Ended["reason"]> = new Set(["not-let-in", "not-reached"]);

/** However else a turn ends, what the agent has of it may end in the middle of something. */
const IS_OVER: ReadonlySet<Ended["reason"]> = new Set(["finished", "asked", "gave-up"]);

const withoutSecrets = (hider: SecretHider, end: Ended): Ended =>
  hider.hide(end).findLast((event) => event.type === "ended") ?? end;

const ABORTED: Ending = { reason: "aborted", text: "stopped before it was finished", question: null };

const ended = (ending: Ending): Ended => ({ type: "ended", ...ending, usage: ending.usage ?? [] });
