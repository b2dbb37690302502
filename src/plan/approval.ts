import { createHash } from "node:crypto";
import type { Contract, Plan, Step } from "./model.ts";

/**
 * What a person says yes to, as one hash: everything that is demanded, permitted or promised. How a step is done, how
 * far it has come and where the file lies are not part of it, so that they may change without asking again. Neither are
 * decisions, which only grow; whoever audits a branch looks whether they did.
 */
export function approvalHash(plan: Plan): string {
  const { how: _how, architecture: _grows, status: _status, source: _source, steps, ...rest } = plan;
  return hashOf({ ...rest, steps: steps.map(promised) });
}

/** The same for one step. */
export const stepHash = (step: Step): string => hashOf(promised(step));

export const contractHash = (contract: Contract): string => hashOf(contract);

function promised(step: Step): Partial<Step> {
  const { how: _how, status: _status, result: _result, failCount: _failCount, subtasks, ...rest } = step;
  return { ...rest, subtasks: subtasks.map(({ text }) => ({ text, done: false })) };
}

const hashOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(inKeyOrder(value)))
    .digest("hex");

/** JSON with one spelling: keys sorted, what is undefined left out. */
function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, inKeyOrder(each)]));
}
