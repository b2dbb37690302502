import type { FileEntry, Plan, Step, StepFiles } from "../../plan/model.ts";

/**
 * A step as a checkout has it: other steps of the plan may have been carried out there, too, so what any of them
 * announces is no surprise. What this step must not touch stays its own.
 */
export function jointStep(plan: Plan, step: Step): Step {
  const all = (of: (files: StepFiles) => FileEntry[]): FileEntry[] => plan.steps.flatMap((each) => of(each.files));
  const texts = plan.steps.filter((each) => each !== step).map(({ what, how }) => `${what}\n${how ?? ""}`);
  return {
    ...step,
    what: [step.what, ...texts].join("\n\n"),
    files: {
      change: all((files) => files.change),
      add: all((files) => files.add),
      delete: all((files) => files.delete),
      mustNotTouch: step.files.mustNotTouch,
    },
  };
}
