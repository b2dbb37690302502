import type { OwnAgent } from "../../agents/own-agent.ts";
import { personHome, searchFolders } from "../../config/environment.ts";
import type { MachinePolicy } from "../../config/policy.ts";
import type { AgentDriver } from "../../ports/agent.ts";
import type { AgentChoice } from "../../record/run.ts";
import { keysFor } from "./agent-keys.ts";
import { type AgentsPlace, keysOf, openDriver } from "./choose-driver.ts";

/** Opens an agent with what it may have of the person's. `from` is where the person stood who named it. */
export async function openAgent(
  agent: AgentChoice,
  { policy, top, from }: { policy: MachinePolicy; top: string; from: string },
): Promise<AgentDriver> {
  const machine = { policy, top, from, model: agent.model ?? null };
  const keys = keysOf(agent, await agentPlace([], machine));
  return openDriver(agent, await agentPlace(keys, machine));
}

/** Where agents are looked for, and whom they work for; `keys` are the variables that let the one in who is meant, `model` what it is to work with. */
export async function agentPlace(
  keys: readonly string[],
  { policy, top, from, model = null }: { policy: MachinePolicy; top: string; from: string; model?: string | null },
): Promise<AgentsPlace> {
  return {
    cwd: from,
    search: searchFolders(),
    tree: top,
    own: ownAgents(policy),
    builtin: builtinSettings(policy),
    person: {
      home: personHome(),
      variable: await keysFor(keys, { tree: top }),
      settings(name) {
        const decided = policy.agents.get(name);
        const { endpoint, ...usual } = decided?.kind === "known" ? decided : { model: null, endpoint: null };
        // What was named with the command goes before what holds otherwise.
        return { model: model ?? usual.model, endpoint };
      },
    },
  };
}

function builtinSettings({ agents, agentNetwork, models: known }: MachinePolicy): AgentsPlace["builtin"] {
  const decided = agents.get("builtin");
  const isCutOff = agentNetwork === "none";
  const models = Object.fromEntries(known);
  if (decided?.kind !== "builtin") return { model: null, endpoint: null, mcp: new Map(), models, isCutOff };
  return { model: decided.model, endpoint: decided.endpoint, mcp: decided.mcp, models, isCutOff };
}

const ownAgents = ({ agents }: MachinePolicy): ReadonlyMap<string, OwnAgent> =>
  new Map([...agents].flatMap(([name, agent]) => (agent.kind === "own" ? [[name, agent]] : [])));
