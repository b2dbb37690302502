import { covers } from "../plan/files.ts";
import type { Plan, Step } from "../plan/model.ts";
import type { FileChange } from "../ports/git.ts";
import type { Tampering } from "../record/verdict.ts";

export type Trespass = Tampering & { by: string };

/** Changes to what a plan protects, or what a step must not touch. Whatever the contract says, they stop the step. */
export function trespasses(plan: Plan, step: Step, changes: readonly FileChange[]): Trespass[] {
  const fences = [
    ...plan.protectedAreas.flatMap(({ name, paths }) =>
      paths.map((entry) => ({ entry, by: `protected area ${name}` })),
    ),
    ...step.files.mustNotTouch.map(({ path }) => ({ entry: path, by: "must not touch" })),
  ];
  return changes.flatMap((change) => {
    const fence = fences.find(({ entry }) => covers(entry, change.path));
    return fence ? [{ path: change.path, what: kindOf(change), by: fence.by }] : [];
  });
}

function kindOf({ before, after }: FileChange): Tampering["what"] {
  if (before === null) return "created";
  if (after === null) return "deleted";
  if (before.mode.slice(0, 3) !== after.mode.slice(0, 3)) return "type";
  return before.id === after.id ? "mode" : "changed";
}
