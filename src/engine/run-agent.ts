import { secretHider } from "../agents/session/hide-secrets.ts";
import type { WorkLimits } from "../plan/policies.ts";
import type { AgentDriver, AgentEvent, AgentHost, AgentJob, Ended } from "../ports/agent.ts";

/** What an agent is given, and who looks on. */
export type AgentRun = {
  driver: AgentDriver;
  job: AgentJob;
  prompt: string;
  limits: WorkLimits;
  see(event: AgentEvent): void;
};

/**
 * Lets an agent work until it ends, falls silent, takes too long or is stopped. Always comes to an end, and leaves no
 * process behind.
 */
export async function runAgent(run: AgentRun, host: AgentHost, signal: AbortSignal): Promise<Ended> {
  const { driver, job, prompt, limits, see } = run;
  const stop = new AbortController();
  let why: "silent" | "timeout" | "aborted" | null = null;
  const end = (reason: NonNullable<typeof why>): void => {
    why ??= reason;
    stop.abort();
  };
  const onAbort = () => end("aborted");
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const total = setTimeout(() => end("timeout"), limits.total * 1000);
  let silence = setTimeout(() => end("silent"), limits.silence * 1000);
  try {
    const hider = secretHider();
    const launch: AgentHost["launch"] = (command) => {
      hider.learn(command.secrets ?? {});
      return host.launch(command);
    };
    const session = await driver.open(job, { ...host, launch }, stop.signal);
    try {
      let ended: Ended | null = null;
      for await (const event of session.send({ prompt })) {
        clearTimeout(silence);
        silence = setTimeout(() => end("silent"), limits.silence * 1000);
        for (const each of hider.hide(event)) {
          see(each);
          if (each.type === "ended") ended = each;
        }
      }
      return told(ended ?? NOTHING, why, limits);
    } finally {
      await session.close();
    }
  } finally {
    clearTimeout(total);
    clearTimeout(silence);
    signal.removeEventListener("abort", onAbort);
  }
}

const NOTHING: Ended = {
  type: "ended",
  reason: "failed",
  text: "it never said how it ended",
  question: null,
  usage: [],
};

/** An agent that we have stopped did not end by itself, whatever it says; one that was quicker did. */
function told(ended: Ended, why: "silent" | "timeout" | "aborted" | null, limits: WorkLimits): Ended {
  if (why === null || ended.reason === "finished" || ended.reason === "asked" || ended.reason === "gave-up")
    return ended;
  const words = {
    silent: `it was silent for ${limits.silence} seconds`,
    timeout: `it was not finished after ${limits.total} seconds`,
    aborted: ended.text,
  };
  return { ...ended, reason: why, text: words[why] };
}
