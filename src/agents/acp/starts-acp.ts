import type { AgentHost } from "../../ports/agent.ts";
import { fieldsOf, textOf } from "../json-rpc/loose.ts";
import type { AgentPlace } from "../known/agent-place.ts";
import type { KnownAgent } from "../known/known-agent.ts";
import { knownAcpAgent, readyProgram } from "./find-acp-agent.ts";
import { launchAcp, PATIENCE } from "./launch-acp.ts";
import { greet } from "./open-acp-session.ts";

/** Whether an agent can be talked to where the host lets it run. Nothing is asked of its model. Never rejects. */
export async function startsAcp(
  agent: KnownAgent,
  place: AgentPlace,
  host: AgentHost,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<{ version: string } | { trouble: string }> {
  const found = knownAcpAgent(agent, place);
  const program = readyProgram(found);
  if (!program.ok) return { trouble: `${program.cause}; ${program.remedy}` };
  try {
    const { proc, peer, isReady, gone } = await launchAcp(found, program, { host, signal, patience });
    try {
      const greeted = await resultOf(greet(found, peer));
      if (greeted.is === "gone") return { trouble: (await gone()).text };
      if (greeted.is === "over") return { trouble: greeted.ending.text };
      return { version: textOf(fieldsOf(fieldsOf(greeted.result).agentInfo).version) ?? "unknown" };
    } finally {
      isReady();
      await proc.kill();
    }
  } catch (error) {
    return { trouble: error instanceof Error ? error.message : String(error) };
  }
}

async function resultOf<Result>(steps: AsyncGenerator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}
