import { writesOf } from "./files.ts";
import type { Plan } from "./model.ts";
import { pathIndex } from "./path-index.ts";

/** Another plan on its way in the same repository, as people name it. */
export type OtherPlan = { name: string; plan: Pick<Plan, "steps"> };

/** A step of another plan that writes what a step of this one writes, too; `path` is as the other plan says it. */
export type SharedWrite = { step: number; path: string; other: { name: string; step: number } };

/**
 * What this plan declares to write and another does, too. Each works in a tree of its own, so nobody would notice before
 * both are merged. An entry is named once for each plan, with the first step there that shares it.
 */
export function sharedWrites({ steps }: Pick<Plan, "steps">, others: readonly OtherPlan[]): SharedWrite[] {
  return others.flatMap(({ name, plan }) => {
    const theirs = pathIndex(
      plan.steps.flatMap((step) => writesOf(step).map((path) => ({ path, owner: step.number }))),
    );
    const found = steps.flatMap((step) =>
      writesOf(step).flatMap((path): SharedWrite[] => {
        const met = theirs.meeting(path);
        return met ? [{ step: step.number, path: met.path, other: { name, step: met.owner } }] : [];
      }),
    );
    return [...new Map(found.map((shared) => [`${shared.other.step} ${shared.path}`, shared])).values()];
  });
}
