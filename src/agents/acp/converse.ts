import type { CancelNotification, PromptRequest } from "@agentclientprotocol/sdk";
import type { AgentEvent, AgentHost, AgentJob, Turn } from "../../ports/agent.ts";
import type { Past } from "../session/past.ts";
import { promptText } from "../session/prompt-text.ts";
import { type Ending, notLetIn } from "../session/session.ts";
import { endingOfTurn } from "./ending-of-turn.ts";
import { type AcpAgent, readyProgram } from "./find-acp-agent.ts";
import { type Launched, launchAcp, type Patience } from "./launch-acp.ts";
import { openAcpSession, unheard } from "./open-acp-session.ts";

export type Occasion = {
  job: AgentJob;
  host: AgentHost;
  signal: AbortSignal;
  patience: Patience;
  past: Past;
  /** What has stayed of the turn before this one, and stays of this one. */
  company: Company;
};

/** A program that waits for the next turn; it may have ended meanwhile. */
export type Company = { live: Live | null };

type Live = Launched & { sessionId: string };

/** One turn with an agent, with its program where that is still there. Whoever calls ends the program. */
export async function* converse(agent: AcpAgent, turn: Turn, occasion: Occasion): AsyncGenerator<AgentEvent, Ending> {
  const { company, past } = occasion;
  const program = readyProgram(agent);
  if (!program.ok) return notLetIn(`${program.cause}; ${program.remedy}`);
  const before = company.live;
  company.live = null;
  if (before?.isRunning()) {
    before.listenAnew();
    return yield* told(agent, before, past.fresh(turn), occasion);
  }
  const launched = await launchAcp(agent, program, occasion);
  try {
    const { host, job } = occasion;
    const opened = yield* openAcpSession(agent, launched.peer, {
      ...{ cwd: host.at, mode: job.mode, before: nameIn(past.way, agent) },
    });
    if (opened.is === "over") return opened.ending;
    if (opened.is === "gone") return unheard(await launched.gone());
    launched.isReady();
    // Only what is said from now on is of this turn.
    launched.listenAnew();
    launched.ears().news.opened(opened.result);
    const layers = opened.remembers ? past.fresh(turn) : past.retold(turn);
    return yield* told(agent, { ...launched, sessionId: opened.sessionId }, layers, occasion);
  } finally {
    launched.isReady();
  }
}

/** Says one thing, and hears the answer to its end. */
async function* told(
  agent: AcpAgent,
  live: Live,
  layers: Turn["layers"],
  { job, signal, company }: Occasion,
): AsyncGenerator<AgentEvent, Ending> {
  const { peer, ears, gone, sessionId } = live;
  const cancel = (): void => peer.tell("session/cancel", { sessionId } satisfies CancelNotification);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const request: PromptRequest = { sessionId, prompt: [{ type: "text", text: promptText(layers) }] };
    const answer = yield* peer.ask("session/prompt", request);
    if (answer.is === "result" || answer.is === "refusal") yield* peer.afterwards();
    const { news } = ears();
    yield* news.unfinished();
    if (answer.is === "gone") return { ...(await gone()), usage: [news.spentAtLeast()] };
    const ending = endingOfTurn(answer, agent, { ears: ears(), mode: job.mode, wasCancelled: signal.aborted });
    if (answer.is !== "result") return ending;
    company.live = live;
    return { ...ending, stays: true, way: wayOf(sessionId, agent) };
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** How an agent goes on by itself: with its session of this name. */
const wayOf = (sessionId: string, { name }: AcpAgent): string => `acp:${name}:${sessionId}`;

function nameIn(way: string | null, agent: AcpAgent): string | null {
  const start = wayOf("", agent);
  return way?.startsWith(start) ? way.slice(start.length) : null;
}
