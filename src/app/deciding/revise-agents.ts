import type { RepositoryConfig } from "../../config/repository-config.ts";
import type { Plan } from "../../plan/model.ts";
import type { Run } from "../../record/run.ts";
import type { Kept } from "../../record/run-event.ts";
import { Refused } from "../../std/refusal.ts";
import { sameJson } from "../../std/same-json.ts";
import { agentsOfPlan } from "../agents/agents-of-plan.ts";

type Agents = Pick<Run, "agent" | "agents">;

/**
 * Who works on the steps of a revised plan. Where plan and configuration have decided so far they decide again; but what a
 * person has named with the command goes on to be so, for new steps, too.
 */
export function agentsAfter(
  run: Run,
  plan: Plan,
  kept: readonly Kept[],
  config: Pick<RepositoryConfig, "agent" | "agentOf">,
): Agents {
  const { top } = run.repository;
  const { agent, agents } = run;
  const isAsWritten = sameJson(written(run.plan), { agent, agents });
  return isAsWritten ? (written(plan) ?? { agent, agents }) : { agent, agents: ofSteps(kept, agents) };

  /** Null where plan and configuration name nobody. */
  function written(of: Plan): Agents | null {
    try {
      const found = agentsOfPlan(of, null, { top, config });
      return { agent: found.agent, agents: found.agents };
    } catch (error) {
      if (error instanceof Refused && error.code === "no-agent" && of === run.plan) return null;
      throw error;
    }
  }
}

const ofSteps = (kept: readonly Kept[], agents: Agents["agents"]): Agents["agents"] =>
  Object.fromEntries(
    kept.flatMap(({ from, to }) => {
      const agent = agents[from];
      return agent ? [[to, agent]] : [];
    }),
  );
