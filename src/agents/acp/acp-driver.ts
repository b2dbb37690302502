import type { AgentDriver, Probe } from "../../ports/agent.ts";
import type { AgentPlace } from "../known/agent-place.ts";
import { openSession } from "../session/session.ts";
import { converse } from "./converse.ts";
import { type AcpAgent, findAcpAgent, readyProgram } from "./find-acp-agent.ts";
import { PATIENCE, type Patience } from "./launch-acp.ts";

/**
 * Any agent that speaks the Agent Client Protocol: one of those that are known by name, or a command line. It is asked to
 * stop before it is made to, so that it can still say what it has spent.
 */
export function acpDriver(spec: string, place: AgentPlace, patience: Patience = PATIENCE): AgentDriver {
  const agent = findAcpAgent(spec, place);
  return {
    name: agent.name,
    mounts: agent.mounts,
    network: "host",
    reaches: agent.reaches,
    probe: async () => probed(agent),
    open: async (job, host, signal) =>
      openSession(
        (turn, held, _, past) => converse(agent, { job, layers: past.retold(turn), host: held, signal, patience }),
        host,
        signal.aborted ? signal : later(signal, patience.cancel),
        { session: job.session },
      ),
  };
}

function probed(agent: AcpAgent): Probe {
  const program = readyProgram(agent);
  if (!program.ok) return program;
  return { ok: true, told: program.isInTree ? `${agent.name}, as it is committed` : agent.name };
}

/** Follows another signal after some time. */
function later(signal: AbortSignal, milliseconds: number): AbortSignal {
  const follower = new AbortController();
  const follow = (): void => follower.abort(signal.reason);
  signal.addEventListener("abort", () => setTimeout(follow, milliseconds).unref(), { once: true });
  return follower.signal;
}
