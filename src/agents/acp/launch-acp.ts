import type { AgentHost } from "../../ports/agent.ts";
import type { Proc } from "../../ports/sandbox.ts";
import { endingOf } from "../session/ending-of.ts";
import type { FoundProgram } from "../session/find-program.ts";
import { lastLine } from "../session/last-words.ts";
import { type Ending, failed } from "../session/session.ts";
import { knownTrouble } from "../session/told-trouble.ts";
import type { AcpAgent } from "./find-acp-agent.ts";
import { type Ears, listen } from "./listen.ts";
import { openPeer, type Peer } from "./peer.ts";

/**
 * How long an agent may take, in milliseconds: to be ready for its task, and to stop when it is asked to. `idle`: how long
 * it may wait for its next turn, since it weighs hundreds of megabytes.
 */
export type Patience = { start: number; cancel: number; idle: number };

export const PATIENCE: Patience = { start: 60_000, cancel: 2_000, idle: 60_000 };

/** A program that has been started and not been talked to yet. */
export type Launched = {
  proc: Proc;
  peer: Peer;
  /** Those of the turn that goes on. */
  ears(): Ears;
  /** What was heard until now counts no more: another turn begins. */
  listenAnew(): void;
  isRunning(): boolean;
  /** It is ready: from now on it may take its time, and is asked before it is stopped. */
  isReady(): void;
  /** Why it ended without an answer. */
  gone(): Promise<Ending>;
};

/** Starts an agent's program. Until it is ready it is ended when it takes too long, or when nobody wants it any more. */
export async function launchAcp(
  agent: AcpAgent,
  program: FoundProgram,
  { host, signal, patience }: { host: AgentHost; signal: AbortSignal; patience: Patience },
): Promise<Launched> {
  const proc = await host.launch(agent.command(program.lineAt(host.at), host.at, host.kept));
  let ears = listen(agent, host);
  let [isLate, isRunning] = [false, true];
  void proc.exit.then(() => {
    isRunning = false;
  });
  const stop = (): void => void proc.kill();
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, patience.start);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  return {
    proc,
    peer: openPeer(proc, (message, reply) => ears.hear(message, reply)),
    ears: () => ears,
    listenAnew() {
      ears = listen(agent, host, ears.news);
    },
    isRunning: () => isRunning,
    isReady() {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    },
    async gone() {
      const exit = await proc.exit;
      if (isLate) return failed(`${agent.name} did not start within ${Math.round(patience.start / 1000)} seconds`);
      const told = lastLine(ears.complaint());
      const isFailure = exit.kind === "exited" && exit.code !== 0;
      const trouble = isFailure ? knownTrouble({ title: agent.name, logIn: agent.logIn }, told) : null;
      return trouble ?? endingOf(exit, agent.name, told) ?? failed(`${agent.name} ended before it had answered`);
    },
  };
}
