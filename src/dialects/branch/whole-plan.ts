import type { SourceFile } from "../../diagnostics/span.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { Reading } from "../reading/reading.ts";
import type { Section } from "../reading/sections.ts";
import { newStep, putContract } from "../reading/step-fields.ts";
import { readVerification } from "./verification.ts";

/** A plan too small for task files: the whole overview is one step, proven by its own `## Verification`. */
export function readWholeAsStep(reading: Reading, source: SourceFile, verification: Section, plan: Plan): Step {
  const step = newStep("task-01", 1);
  step.title = plan.title;
  step.what = plan.what;
  if (plan.how !== undefined) {
    step.how = plan.how;
    reading.positions.set("/steps/0/how", reading.positions.at("/how"));
  }
  reading.positions.set("/steps/0", reading.positions.at("/what"));
  for (const anchor of ["@end", "@heading"]) {
    if (!reading.positions.has(`/what/${anchor}`)) continue;
    reading.positions.set(`/steps/0/what/${anchor}`, reading.positions.at(`/what/${anchor}`));
  }
  const draft = { step, pointer: "/steps/0", idOf: (reference: string) => reference };
  putContract(draft, readVerification(reading, source, verification, draft));
  return step;
}
