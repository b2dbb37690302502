import type { Plan } from "../../plan/model.ts";
import { complexityOf } from "../../plan/policies.ts";

/**
 * Why a plan cannot be carried out as it is written: it asks for a way of working that is not there yet. Null where there
 * is nothing of the kind. To go on without it would be another plan than the one that is approved.
 */
export function missingFlow(plan: Plan): string | null {
  const complexity = complexityOf(plan);
  if (complexity !== "direct") {
    return `\`complexity: ${complexity}\` cannot be carried out yet, only \`direct\`: one step after the other; take the line out to have it so`;
  }
  return plan.infrastructure
    ? "`infrastructure: yes` cannot be carried out yet; take the line out, and set up what the plan needs yourself"
    : null;
}
