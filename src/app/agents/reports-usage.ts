import { KNOWN_AGENTS } from "../../agents/known/known-agents.ts";
import type { MachinePolicy } from "../../config/policy.ts";
import type { AgentChoice } from "../../record/run.ts";

/**
 * Whether an agent says how many tokens it has used. Agents over ACP do, and those whose own output we can read; a script
 * and a program of one's own do not.
 */
export function reportsUsage({ driver, spec }: AgentChoice, { agents }: Pick<MachinePolicy, "agents">): boolean {
  const own = driver === "agent" ? agents.get(spec) : undefined;
  if (own?.kind === "own") return own.driver === "acp";
  if (driver !== "command") return driver !== "scripted";
  return KNOWN_AGENTS.some(({ name, headless }) => spec === name || spec === headless.program);
}
