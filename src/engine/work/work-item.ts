import type { Step } from "../../plan/model.ts";
import { roleOf } from "../../plan/policies.ts";
import type { AttemptKey, Run, WorkItem } from "../../record/run.ts";

/** What is handed to an agent, and later what it said: the record of one dispatch. */
export function workItem(
  { plan }: Run,
  step: Step,
  { attempt }: AttemptKey,
  told: { agent: string; prompt: string; base: string; text: string },
): WorkItem {
  const role = roleOf(step);
  return {
    agent_id: told.agent,
    type: role === "reviewer" || role === "dod-checker" ? "REVIEW" : "CODE",
    input: { prompt: told.prompt },
    payload: {
      subscriptions: step.subscriptions.map(({ kind, name }) => `${kind}:${name}`),
      plan_id: plan.id,
      plan_path: plan.source.path,
      step: step.number,
      attempt,
      role,
      base: told.base,
    },
    output: { text: told.text },
  };
}
