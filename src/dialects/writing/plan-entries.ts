import { formatBudget } from "../../plan/budget.ts";
import { formatDuration } from "../../plan/duration.ts";
import type { Plan } from "../../plan/model.ts";
import { type Entries, entries } from "./written.ts";

/** The fields of a whole plan under the names that `reading/plan-fields.ts` reads. */
export function planEntries(plan: Plan): Entries {
  const { budget, settings } = plan;
  return entries({
    status: plan.status,
    owner: plan.owner,
    mode: plan.mode,
    complexity: plan.complexity,
    infrastructure: plan.infrastructure,
    strict: plan.strict,
    priority: plan.priority,
    context: plan.context,
    budget: budget && formatBudget(budget),
    max_retries_per_task: settings.maxRetriesPerTask,
    verification_timeout:
      settings.verificationTimeout === undefined ? undefined : formatDuration(settings.verificationTimeout),
    protected_areas: plan.protectedAreas.map(({ name, paths }) => (paths.length === 0 ? name : { name, paths })),
  });
}
