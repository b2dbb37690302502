import type { MachinePolicy } from "../../config/policy.ts";
import type { RunWorld } from "../../engine/state/run-world.ts";
import type { Step } from "../../plan/model.ts";
import type { AgentDriver } from "../../ports/agent.ts";
import type { Run } from "../../record/run.ts";
import { Refused } from "../../std/refusal.ts";
import { repositoryConfig } from "../opening/repository-config.ts";
import { openAgent } from "./agent-place.ts";
import { agentsAtWork } from "./agents-of-plan.ts";

/** The driver of each step's agent. Throws `Refused` when one of them cannot be started here. */
export async function driversOf(run: Run, policy: MachinePolicy): Promise<(step: Step) => AgentDriver> {
  const { plan, repository, from } = run;
  const found = new Map<number, AgentDriver>();
  for (const { agent, steps } of agentsAtWork(plan, run)) {
    const driver = await openAgent(agent, { policy, top: repository.top, from });
    const probe = await driver.probe();
    if (!probe.ok) throw new Refused("no-agent", `${probe.cause}; ${probe.remedy}`);
    for (const number of steps) found.set(number, driver);
  }
  return ({ number }) => {
    const driver = found.get(number);
    if (!driver) throw new Error(`nobody works on step ${number}`);
    return driver;
  };
}

/** Who is asked where judgement is needed. Throws `Refused` when it cannot be started here. */
export async function plannerOf(
  { planner, repository: { top } }: Run,
  policy: MachinePolicy,
): Promise<RunWorld["planner"]> {
  // A run that began before there were planners has none.
  if (!planner) return null;
  // Only the configuration names one, and means it from where it lies.
  const driver = await openAgent(planner, { policy, top, from: top });
  const probe = await driver.probe();
  if (!probe.ok) throw new Refused("no-agent", `role planner: ${probe.cause}; ${probe.remedy}`);
  const configured = repositoryConfig(top).contextWindow("planner");
  return { driver, window: Math.min(configured, probe.window ?? configured) };
}
