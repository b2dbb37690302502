import type { AgentDriver, Probe } from "../../ports/agent.ts";
import type { AgentPlace } from "../known/agent-place.ts";
import { openSession } from "../session/session.ts";
import { type Company, converse } from "./converse.ts";
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
    async open(job, host, signal) {
      const company: Company = { live: null };
      return openSession(
        (turn, held, _, past) => converse(agent, turn, { job, host: held, signal, patience, past, company }),
        host,
        signal.aborted ? signal : later(signal, patience.cancel),
        { session: job.session, idle: patience.idle },
      );
    },
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
