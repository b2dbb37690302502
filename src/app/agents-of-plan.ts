import { parseAgent } from "../agents/choose-driver.ts";
import type { RepositoryConfig } from "../config/repository-config.ts";
import type { Plan, Step } from "../plan/model.ts";
import { roleOf } from "../plan/policies.ts";
import type { AgentChoice, Run } from "../record/run.ts";
import { spokenAgent } from "../record/spoken-agent.ts";
import { UsageError } from "./usage-error.ts";

/** Who works on the steps of a plan, and the folder from which their names are meant. */
export type AgentsOfPlan = Pick<Run, "agent" | "agents" | "from">;

/**
 * What a person has named with the command goes before everything else. Then each step has the agent that it names, or
 * else the one that the configuration has for its role, or for everything.
 */
export function agentsOfPlan(
  { steps }: Pick<Plan, "steps">,
  named: string | null,
  { top, config }: { top: string; config: Pick<RepositoryConfig, "agent" | "agentOf"> },
): AgentsOfPlan {
  if (named !== null) return { agent: chosenAgent(named), agents: {}, from: process.cwd() };
  const wanted = steps.map((step) => ({ step, name: step.agent ?? config.agentOf(roleOf(step)) ?? config.agent }));
  const agent = chosenAgent(config.agent ?? wanted.find(({ name }) => name !== null)?.name ?? null);
  const agents = wanted.map(({ step, name }): [string, AgentChoice] => [step.id, agentOfStep(step, name)]);
  const others = agents.filter(([, each]) => spokenAgent(each) !== spokenAgent(agent));
  // What the configuration names lies where the configuration does, wherever the person stands.
  return { agent, agents: Object.fromEntries(others), from: top };
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

export function chosenAgent(text: string | null): AgentChoice {
  if (text === null) {
    throw new UsageError("no agent is named; use --agent NAME, or put `agent:` into planwright.config.yaml");
  }
  const choice = parseAgent(text);
  if ("problem" in choice) throw new UsageError(choice.problem);
  return choice;
}

function agentOfStep({ number, agent }: Step, name: string | null): AgentChoice {
  if (name === null) throw new UsageError(`nobody works on step ${number}; name an agent with --agent`);
  const choice = parseAgent(name);
  if (!("problem" in choice)) return choice;
  const remedy = "; --agent NAME lets one agent do all of them";
  throw new UsageError(`${agent === undefined ? "" : `step ${number}: `}${choice.problem}${remedy}`);
}
