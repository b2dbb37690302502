import type { SourceFile } from "../../diagnostics/span.ts";
import type { Plan, Step } from "../../plan/model.ts";
import { firstLineAsTitle } from "../reading/first-line-title.ts";
import { keepFirstContract } from "../writing/contracts.ts";
import { type Fitted, Fitting } from "../writing/fitting.ts";
import { planEntries } from "../writing/plan-entries.ts";
import { contractEntries, filesEntries, stepEntries } from "../writing/step-entries.ts";
import { type Entries, entries } from "../writing/written.ts";
import type { Origin } from "./origin.ts";

/** Everything, but for a second contract. */
export function fitJson(plan: Plan): Fitted {
  const fitting = new Fitting(plan);
  keepFirstContract(fitting);
  return fitting.finish();
}

/** Writes one object: `goal`, `steps` and what belongs to them, and all the rest under `planwright`, its origin last. */
export function writeJson(plan: Plan, origin?: Origin): SourceFile[] {
  const goal = plan.what === "" ? plan.title : plan.what;
  const { status, ...fields } = planEntries(plan);
  const extra = entries({
    title: unless(firstLineAsTitle(goal), plan.title),
    what: plan.what === "" ? "" : undefined,
    status: unless("draft", plan.status),
    ...fields,
    architecture: plan.architecture,
    how: plan.how,
    origin: origin && { dialect: origin.dialect, files: origin.files.map(({ path, text }) => ({ path, text })) },
  });
  const written = {
    goal,
    steps: plan.steps.map(stepObject),
    ...entries({
      estimated_total_time: plan.estimatedTotalTime,
      risks: plan.risks,
      prerequisites: plan.prerequisites,
      planwright: unlessEmpty(extra),
    }),
  };
  return [{ path: "plan.json", text: `${JSON.stringify(written, null, 2)}\n` }];
}

function stepObject(step: Step): Entries {
  const [contract] = step.contracts;
  const extra = entries({
    id: unless(String(step.number), step.id),
    title: unless(firstLineAsTitle(step.what), step.title),
    template: step.template,
    ...stepEntries(step),
    result: step.result,
    how: step.how,
    subtasks: step.subtasks.map(({ text, done }) => (done ? { text, done } : text)),
    files: unlessEmpty(filesEntries(step.files)),
    contract: contract && contractEntries(contract),
    accepts_when: step.acceptsWhen,
    expected: step.expected,
  });
  return entries({
    step_number: step.number,
    action: step.what,
    reason: step.reason,
    tools_needed: step.toolsNeeded,
    estimated_time: step.estimatedTime,
    planwright: unlessEmpty(extra),
  });
}

/** What is the default is not written. */
const unless = (usual: string, text: string): string | undefined => (text === usual ? undefined : text);

const unlessEmpty = (fields: Entries): Entries | undefined => (Object.keys(fields).length === 0 ? undefined : fields);
