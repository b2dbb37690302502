import type { Plan, Step } from "../../plan/model.ts";
import { faults } from "../reading/faults.ts";
import type { Reading } from "../reading/reading.ts";
import { newStep, putContract } from "../reading/step-fields.ts";
import type { Overview } from "./overview.ts";
import { readVerification } from "./verification.ts";

/** A plan too small for task files: the whole overview is one step, proven by its own `## Verification`. */
export function readWholeAsStep(reading: Reading, overview: Overview, plan: Plan): Step {
  const step = newStep("task-01", 1);
  step.title = plan.title;
  step.what = plan.what;
  if (plan.how !== undefined) {
    step.how = plan.how;
    reading.positions.set("/steps/0/how", reading.positions.at("/how"));
  }
  const draft = { step, pointer: "/steps/0", idOf: (reference: string) => reference };
  reading.positions.set("/steps/0", reading.positions.at("/what"));
  if (overview.verification)
    putContract(draft, readVerification(reading, overview.source, overview.verification, draft));
  else {
    reading.report(
      faults.missingField,
      reading.positions.at(""),
      "there are no task files and no `## Verification` section",
      {
        help: "add `## Verification` with a `Command:` line, or break the plan into task files",
      },
    );
  }
  return step;
}
