/** The closed vocabularies of a plan. Plain arrays, so that reading a plan never loads a schema library. */
export const PLAN_STATUSES = ["draft", "verified", "approved", "in-progress", "done", "failed"] as const;
export const STEP_STATUSES = ["pending", "active", "blocked", "done", "failed"] as const;
export const MODES = ["interactive", "autonomous"] as const;
export const COMPLEXITIES = ["direct", "simple", "standard", "complex"] as const;
export const PRIORITIES = ["low", "medium", "high", "critical"] as const;
export const NEEDS = ["network", "publish"] as const;
export const CONTRACT_KINDS = ["proves", "guards"] as const;
export const DIALECTS = ["branch", "steps", "thread", "json"] as const;

export type PlanStatus = (typeof PLAN_STATUSES)[number];
export type StepStatus = (typeof STEP_STATUSES)[number];
export type Mode = (typeof MODES)[number];
export type DialectId = (typeof DIALECTS)[number];
