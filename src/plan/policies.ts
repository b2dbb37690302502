import { ALIAS, realRole } from "../roles/roles.ts";
import type { Contract, OnFail, Plan, Step } from "./model.ts";
import { DEFAULT_ON_FAIL } from "./on-fail.ts";
import type { COMPLEXITIES, Mode } from "./words.ts";

/** What holds where the author wrote nothing. The plan keeps its silence; only these functions fill it. */

export const modeOf = (plan: Plan): Mode => plan.mode ?? "interactive";

export const complexityOf = (plan: Plan): (typeof COMPLEXITIES)[number] => plan.complexity ?? "direct";

export function roleOf(step: Step): string {
  return realRole(step.target ?? ALIAS);
}

/** Seconds a contract may run. */
export function contractTimeout(plan: Plan, contract: Contract): number {
  return contract.timeout ?? plan.settings.verificationTimeout ?? 300;
}

/** Seconds without any event, and seconds in all, after which an attempt counts as failed. */
export type WorkLimits = { silence: number; total: number };

/** Some agents print nothing until they are done, so a step that says how long it may take may be silent as long. */
export function workLimits({ workTimeout }: Step): WorkLimits {
  const total = workTimeout ?? 60 * 60;
  return { silence: workTimeout ?? 10 * 60, total };
}

/** `attempts` is how many may fail in one triage cycle; the last failure does what `exhausted` says. */
export type FailurePolicy = { attempts: number; exhausted: OnFail["exhausted"] };

export function failurePolicy(plan: Plan, step: Step): FailurePolicy {
  const { maxRetriesPerTask } = plan.settings;
  const { retries, exhausted } = step.onFail ?? DEFAULT_ON_FAIL;
  const ofStep = step.onFail || maxRetriesPerTask === undefined ? 1 + retries : Number.POSITIVE_INFINITY;
  const ofPlan = maxRetriesPerTask ?? Number.POSITIVE_INFINITY;
  // Even `max_retries_per_task: 0` lets a step be tried: the first failure is then the last.
  return { attempts: Math.max(1, Math.min(ofStep, ofPlan)), exhausted };
}

/** How often triage may blame the architecture and begin a new cycle of one step before a person is asked. */
export const MAX_CYCLE_RESETS = 2;
