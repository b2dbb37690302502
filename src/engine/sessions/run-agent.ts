import { secretHider } from "../../agents/session/hide-secrets.ts";
import type { WorkLimits } from "../../plan/policies.ts";
import type { AgentDriver, AgentEvent, AgentHost, AgentJob, Ended, PromptLayer } from "../../ports/agent.ts";

/** What an agent is given, and who looks on. */
export type AgentRun = Sitting & AgentTurn;

type Sitting = {
  driver: AgentDriver;
  job: AgentJob;
  see(event: AgentEvent): void;
  /** Whether its requests have used a budget up; looked at after each that it tells of. */
  isSpent?(): boolean;
};

/** One turn, with limits of its own: neither the turns before it nor the time in between count. */
type AgentTurn = {
  layers: readonly PromptLayer[];
  limits: WorkLimits;
  /** Seconds until a budget is used up; null, or left out, where none is limited. */
  clock?: number | null;
};

/**
 * `hasRun`: something was started for it, whatever became of that. `unheld`: it failed because nothing could be, which is no
 * doing of the agent's.
 */
export type AgentEnd = Ended & { hasRun: boolean; unheld: Unheld | null };
export type Unheld = { error: unknown };

/**
 * Lets an agent work until it ends, falls silent, takes too long, uses a budget up or is stopped. Always comes to an end, and
 * leaves no process behind.
 */
export async function runAgent(run: AgentRun, host: AgentHost, signal: AbortSignal): Promise<AgentEnd> {
  const sitting = await sitDown(run, host, signal);
  try {
    return await sitting.turn(run);
  } finally {
    await sitting.close();
  }
}

/** Opens a session for any number of turns. One that had to be stopped takes no more. */
export async function sitDown(
  { driver, job, see, isSpent = () => false }: Sitting,
  host: AgentHost,
  signal: AbortSignal,
) {
  const stop = new AbortController();
  let stopped: Stopped | null = null;
  const end = (reason: Stopped["reason"], text: string | null): void => {
    stopped ??= { reason, text };
    stop.abort();
  };
  const onAbort = () => end("aborted", null);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();

  const hider = secretHider();
  let hasRun = false;
  let unheld: Unheld | null = null;
  const launch: AgentHost["launch"] = async (command) => {
    hider.learn(command.secrets ?? {});
    try {
      const proc = await host.launch(command);
      hasRun = true;
      return proc;
    } catch (error) {
      unheld ??= { error };
      throw error;
    }
  };
  const session = await driver.open(job, { ...host, launch }, stop.signal);
  return {
    async turn({ layers, limits, clock = null }: AgentTurn): Promise<AgentEnd> {
      const watch = clocks(limits, clock, end);
      try {
        let ended: Ended | null = null;
        for await (const event of session.send({ layers })) {
          watch.heard();
          for (const each of hider.hide(event)) {
            see(each);
            if (each.type === "spent" && isSpent()) end("budget", "its requests have used the budget up");
            if (each.type === "ended") ended = each;
          }
        }
        const outcome = told(ended ?? NOTHING, stopped);
        return { ...outcome, hasRun, unheld: outcome.reason === "failed" && !hasRun ? unheld : null };
      } finally {
        watch.close();
      }
    },
    async close(): Promise<void> {
      signal.removeEventListener("abort", onAbort);
      await session.close();
    },
  };
}

/** What may end one turn, however long others were. */
function clocks(limits: WorkLimits, clock: number | null, end: (reason: Stopped["reason"], text: string) => void) {
  const endAfter = (seconds: number, reason: Stopped["reason"], text: string): NodeJS.Timeout =>
    setTimeout(() => end(reason, text), seconds * 1000);
  const total = endAfter(limits.total, "timeout", `it was not finished after ${limits.total} seconds`);
  // A timer takes no more than some weeks; a budget that outlasts the work needs none.
  const budget = clock !== null && clock < limits.total ? endAfter(clock, "budget", timeIsOver(clock)) : undefined;
  const listen = () => endAfter(limits.silence, "silent", `it was silent for ${limits.silence} seconds`);
  let silence = listen();
  return {
    heard(): void {
      clearTimeout(silence);
      silence = listen();
    },
    close(): void {
      for (const timer of [total, budget, silence]) clearTimeout(timer);
    },
  };
}

/** `text` is null where the agent's own words say enough. */
type Stopped = { reason: "silent" | "timeout" | "budget" | "aborted"; text: string | null };

const timeIsOver = (clock: number): string =>
  `the time that its budget had left was over after ${Math.round(clock)} seconds`;

const NOTHING: Ended = {
  type: "ended",
  reason: "failed",
  text: "it never said how it ended",
  question: null,
  usage: [],
};

/** An agent that we have stopped did not end by itself, whatever it says; one that was quicker did. */
function told(ended: Ended, stopped: Stopped | null): Ended {
  if (stopped === null || ended.reason === "finished" || ended.reason === "asked" || ended.reason === "gave-up")
    return ended;
  return { ...ended, reason: stopped.reason, text: stopped.text ?? ended.text };
}
