import type { RepositoryConfig } from "../../config/repository-config.ts";
import type { Plan, Step } from "../../plan/model.ts";
import { roleOf } from "../../plan/policies.ts";
import type { AgentChoice, Run } from "../../record/run.ts";
import { spokenAgent } from "../../record/spoken-agent.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { parseAgent } from "./choose-driver.ts";
import { withModel } from "./with-model.ts";

/** Who works on the steps of a plan, and the folder from which their names are meant. */
export type AgentsOfPlan = Pick<Run, "agent" | "agents" | "planner" | "from">;

/** What a person has named with the command, and where they stood. */
export type Named = { agent: string; from: string };

/** The same, where the command may say nothing. */
export const namedFrom = ({ cwd }: { cwd: string }, agent: string | null): Named | null =>
  agent === null ? null : { agent, from: cwd };

/**
 * What a person has named with the command goes before everything else. Then each step has the agent that it names, or
 * else the one that the configuration has for its role, or for everything.
 */
export function agentsOfPlan(
  { steps }: Pick<Plan, "steps">,
  named: Named | null,
  { top, config }: { top: string; config: Players },
): AgentsOfPlan {
  const planner = plannerIn(config);
  if (named !== null) return { agent: chosenAgent(named.agent), agents: {}, planner, from: named.from };
  const wanted = steps.map((step) => ({ step, wish: wishOf(step, config) }));
  // Where no step has anybody, that is what is told, and not which step comes first.
  if (wanted.every(({ wish }) => wish.name === null)) {
    return { agent: chosenAgent(config.agent), agents: {}, planner, from: top };
  }
  const agents = wanted.map(({ step, wish }): [string, AgentChoice] => [step.id, agentOfStep(step, wish)]);
  const agent = config.agent === null && agents[0] ? agents[0][1] : chosenAgent(config.agent);
  const others = agents.filter(([, each]) => spokenAgent(each) !== spokenAgent(agent));
  // What the configuration names lies where the configuration does, wherever the person stands.
  return { agent, agents: Object.fromEntries(others), planner, from: top };
}

/** The same workers, each with the model that a person has named; null for what each of them has otherwise. */
export function withModelFor(found: AgentsOfPlan, model: string | null): AgentsOfPlan {
  if (model === null) return found;
  const chosen = (agent: AgentChoice): AgentChoice => {
    const choice = withModel(agent, model);
    if ("problem" in choice) throw new Refused("no-agent", choice.problem);
    return choice;
  };
  const agents = Object.entries(found.agents).map(([step, agent]) => [step, chosen(agent)]);
  return { ...found, agent: chosen(found.agent), agents: Object.fromEntries(agents) };
}

/** Nobody plans who was not named for it: what an agent costs, a person has decided. */
function plannerIn({ agentOf }: Players): AgentChoice | null {
  const name = agentOf("planner");
  return name === null ? null : chosenAgent(name);
}

/** The agents of a plan, each once, with the numbers of their steps. */
export function agentsAtWork(
  { steps }: Pick<Plan, "steps">,
  { agent, agents }: Pick<Run, "agent" | "agents">,
): { agent: AgentChoice; steps: number[] }[] {
  const found = new Map<string, { agent: AgentChoice; steps: number[] }>();
  for (const { id, number } of steps) {
    const choice = agents[id] ?? agent;
    const one = found.get(spokenAgent(choice)) ?? { agent: choice, steps: [] };
    found.set(spokenAgent(choice), { agent: choice, steps: [...one.steps, number] });
  }
  return [...found.values()];
}

/** The agents of a plan in one line, each once. */
export const spokenAgents = (plan: Pick<Plan, "steps">, agents: Pick<Run, "agent" | "agents">): string =>
  agentsAtWork(plan, agents)
    .map(({ agent }) => spokenAgent(agent))
    .join(", ");

/** The agents that steps name and that do not work on them, because a person has named another for everything. */
export function replacedAgents(
  { steps }: Pick<Plan, "steps">,
  { agent, agents }: Pick<Run, "agent" | "agents">,
): { name: string; steps: number[] }[] {
  const found = new Map<string, number[]>();
  for (const { id, number, agent: wanted } of steps) {
    if (wanted === undefined) continue;
    const choice = parseAgent(wanted);
    const name = "problem" in choice ? wanted : spokenAgent(choice);
    if (name !== spokenAgent(agents[id] ?? agent)) found.set(name, [...(found.get(name) ?? []), number]);
  }
  return [...found].map(([name, numbers]) => ({ name, steps: numbers }));
}

/** Who has named the agent of these steps: steps and roles, in words; null when it is the one for everything. */
export function namedBy({ steps }: Pick<Plan, "steps">, numbers: readonly number[], config: Players): string | null {
  const own = steps.filter(({ number }) => numbers.includes(number)).map((step) => wishOf(step, config).by);
  return own.includes(null) ? null : [...new Set(own)].join(", ");
}

export function chosenAgent(text: string | null): AgentChoice {
  if (text === null) {
    throw new Refused("no-agent", "no agent is named", {
      remedies: [remedy("again", { agent: "" }, "names one, or put `agent:` into planwright.config.yaml")],
    });
  }
  const choice = parseAgent(text);
  if ("problem" in choice) throw new Refused("no-agent", choice.problem);
  return choice;
}

/** What a configuration says about who works. */
type Players = Pick<RepositoryConfig, "agent" | "agentOf">;

/** The agent that a step is to have. `by` is who says so; null when it is the one for everything. */
type Wish = { name: string | null; by: string | null };

function wishOf(step: Step, config: Players): Wish {
  if (step.agent !== undefined) return { name: step.agent, by: `step ${step.number}` };
  const role = roleOf(step);
  const player = config.agentOf(role);
  return player === null ? { name: config.agent, by: null } : { name: player, by: `role ${role}` };
}

function agentOfStep({ number }: Step, { name, by }: Wish): AgentChoice {
  if (name === null) {
    throw new Refused("no-agent", `no agent is set for step ${number}; name an agent in the step`, {
      remedies: [remedy("again", { agent: "" }, "names one for all, or put `agent:` into planwright.config.yaml")],
    });
  }
  const choice = parseAgent(name);
  if (!("problem" in choice)) return choice;
  throw new Refused("no-agent", `${by === null ? "" : `${by}: `}${choice.problem}`, {
    remedies: [remedy("again", { agent: "" }, "lets one agent do all of them")],
  });
}
