import type { AgentChoice } from "../../record/run.ts";
import { spokenAgent } from "../../record/spoken-agent.ts";
import { BUILTIN, knownBy } from "./choose-driver.ts";

/** The same agent with a model that a person has named; a problem where it chooses its model by itself. */
export function withModel(agent: AgentChoice, model: string): AgentChoice | { problem: string } {
  const { driver, spec } = agent;
  if (driver === BUILTIN) return { problem: `${spokenAgent(agent)} names a model already; leave one of the two out` };
  if (driver === "agent" && spec === BUILTIN) return { driver: BUILTIN, spec: model };
  if (knownBy(spec, driver) !== undefined) return { ...agent, model };
  return { problem: `${spokenAgent(agent)} chooses its model by itself; --model is for known agents and \`builtin\`` };
}
