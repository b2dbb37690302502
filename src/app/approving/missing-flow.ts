import type { Plan } from "../../plan/model.ts";
import { complexityOf } from "../../plan/policies.ts";

/**
 * Why a plan cannot be carried out as it is written: it asks for a way of working that is not there yet. Null where there
 * is nothing of the kind. To go on without it would be another plan than the one that is approved.
 */
export function missingFlow(plan: Plan): string | null {
  const complexity = complexityOf(plan);
  if (complexity !== "direct") {
    return `\`complexity: ${complexity}\` is not supported yet, only \`direct\`: one step after the other; remove the line to use it`;
  }
  return plan.infrastructure
    ? "`infrastructure: yes` is not supported yet; remove the line, and set up what the plan needs yourself"
    : null;
}
