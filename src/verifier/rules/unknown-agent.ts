import { adviceOnNames } from "../naming/advice-on-name.ts";
import type { Rule } from "./rule.ts";

export const unknownAgent: Rule = {
  code: "PW404",
  name: "unknown-agent",
  severity: "warning",
  summary: "A step asks for an agent that is not configured.",
  why: "There is nobody of that name to give the step to, so the run would stop there and ask.",
  check({ parsed, world, report }) {
    const isAgent = new Set(world.agents);
    const adviceOn = adviceOnNames(parsed, "agents", world.agents);
    for (const [index, { agent = "", status }] of parsed.plan.steps.entries()) {
      if (agent === "" || status === "done" || isAgent.has(agent) || isDriven(agent)) continue;
      const pointer = `/steps/${index}/agent`;
      report(parsed.at(pointer), `there is no agent \`${agent}\``, adviceOn(pointer, agent));
    }
  },
};

/** Written out as a way to work with an agent, such as `command:./agent.sh` or `builtin:PROVIDER/MODEL`. */
const isDriven = (agent: string): boolean => /^(?:acp|command|builtin|scripted):\s*\S/.test(agent);
