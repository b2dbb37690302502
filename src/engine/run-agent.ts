import { secretHider } from "../agents/session/hide-secrets.ts";
import type { WorkLimits } from "../plan/policies.ts";
import type { AgentDriver, AgentEvent, AgentHost, AgentJob, Ended, PromptLayer } from "../ports/agent.ts";

/** What an agent is given, and who looks on. */
export type AgentRun = {
  driver: AgentDriver;
  job: AgentJob;
  layers: readonly PromptLayer[];
  limits: WorkLimits;
  /** Seconds until a budget is used up; null, or left out, where none is limited. */
  clock?: number | null;
  see(event: AgentEvent): void;
};

/** `hasRun`: something was started for it, whatever became of that. */
export type AgentEnd = Ended & { hasRun: boolean };

/**
 * Lets an agent work until it ends, falls silent, takes too long, uses a budget up or is stopped. Always comes to an end, and
 * leaves no process behind. Throws when nothing could be started at all: that is no doing of the agent's.
 */
export async function runAgent(run: AgentRun, host: AgentHost, signal: AbortSignal): Promise<AgentEnd> {
  const { driver, job, layers, limits, clock = null, see } = run;
  const stop = new AbortController();
  let why: Stopped | null = null;
  const end = (reason: Stopped): void => {
    why ??= reason;
    stop.abort();
  };
  const onAbort = () => end("aborted");
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const total = setTimeout(() => end("timeout"), limits.total * 1000);
  // A timer takes no more than some weeks; a budget that outlasts the work needs none.
  const budget = clock !== null && clock < limits.total ? setTimeout(() => end("budget"), clock * 1000) : undefined;
  let silence = setTimeout(() => end("silent"), limits.silence * 1000);
  try {
    const hider = secretHider();
    let hasRun = false;
    let unheld: { error: unknown } | null = null;
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
    try {
      let ended: Ended | null = null;
      for await (const event of session.send({ layers })) {
        clearTimeout(silence);
        silence = setTimeout(() => end("silent"), limits.silence * 1000);
        for (const each of hider.hide(event)) {
          see(each);
          if (each.type === "ended") ended = each;
        }
      }
      const outcome = told(ended ?? NOTHING, why, { ...limits, clock: clock ?? 0 });
      if (outcome.reason === "failed" && !hasRun) rethrow(unheld);
      return { ...outcome, hasRun };
    } finally {
      await session.close();
    }
  } finally {
    clearTimeout(total);
    clearTimeout(budget);
    clearTimeout(silence);
    signal.removeEventListener("abort", onAbort);
  }
}

function rethrow(caught: { error: unknown } | null): void {
  if (caught !== null) throw caught.error;
}

type Stopped = "silent" | "timeout" | "budget" | "aborted";

const NOTHING: Ended = {
  type: "ended",
  reason: "failed",
  text: "it never said how it ended",
  question: null,
  usage: [],
};

/** An agent that we have stopped did not end by itself, whatever it says; one that was quicker did. */
function told(ended: Ended, why: Stopped | null, limits: WorkLimits & { clock: number }): Ended {
  if (why === null || ended.reason === "finished" || ended.reason === "asked" || ended.reason === "gave-up")
    return ended;
  const words = {
    silent: `it was silent for ${limits.silence} seconds`,
    timeout: `it was not finished after ${limits.total} seconds`,
    budget: `the time that its budget had left was over after ${Math.round(limits.clock)} seconds`,
    aborted: ended.text,
  };
  return { ...ended, reason: why, text: words[why] };
}
