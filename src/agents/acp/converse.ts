import type { CancelNotification, PromptRequest } from "@agentclientprotocol/sdk";
import type { AgentEvent, AgentHost, AgentJob, Turn } from "../../ports/agent.ts";
import { promptText } from "../session/prompt-text.ts";
import { type Ending, notLetIn } from "../session/session.ts";
import { endingOfTurn } from "./ending-of-turn.ts";
import { type AcpAgent, readyProgram } from "./find-acp-agent.ts";
import { launchAcp, type Patience } from "./launch-acp.ts";
import { openAcpSession, unheard } from "./open-acp-session.ts";

export type Occasion = {
  job: AgentJob;
  layers: Turn["layers"];
  host: AgentHost;
  signal: AbortSignal;
  patience: Patience;
};

/** One turn with an agent, from the start of its program to the answer. Whoever calls ends the program. */
export async function* converse(agent: AcpAgent, occasion: Occasion): AsyncGenerator<AgentEvent, Ending> {
  const { job, layers, host, signal } = occasion;
  const program = readyProgram(agent);
  if (!program.ok) return notLetIn(`${program.cause}; ${program.remedy}`);
  const { peer, ears, isReady, gone } = await launchAcp(agent, program, occasion);
  let cancel = (): void => {};
  try {
    const opened = yield* openAcpSession(agent, peer, { cwd: host.at, mode: job.mode });
    if (opened.is === "over") return opened.ending;
    if (opened.is === "gone") return unheard(await gone());
    isReady();

    const { sessionId } = opened;
    ears.news.opened(opened.result);
    cancel = () => peer.tell("session/cancel", { sessionId } satisfies CancelNotification);
    signal.addEventListener("abort", cancel, { once: true });
    const request: PromptRequest = { sessionId, prompt: [{ type: "text", text: promptText(layers) }] };
    const answer = yield* peer.ask("session/prompt", request);
    if (answer.is === "result" || answer.is === "refusal") yield* peer.afterwards();
    yield* ears.news.unfinished();
    if (answer.is === "gone") return { ...(await gone()), usage: [ears.news.spentAtLeast()] };
    return endingOfTurn(answer, agent, { ears, mode: job.mode, wasCancelled: signal.aborted });
  } finally {
    isReady();
    signal.removeEventListener("abort", cancel);
  }
}
