import { nearest } from "../../std/nearest.ts";
import { isExpectation } from "../reading/expectations.ts";
import type { Label } from "../reading/labels.ts";
import { stepFields } from "../reading/step-fields.ts";

const { status: _status, fail_count: _failCount, ...lineFields } = stepFields;

/** Fields of one line, or of a list below their label. */
export const LINE_FIELDS = lineFields;
/** Every label a step can have. */
export const STEP_LABELS: readonly string[] = [
  ...Object.keys(lineFields),
  "task",
  "how",
  "contract",
  "files",
  "status",
];

/** Inside a task, bold words are prose unless they are a field or, written like its label, one slip away from one. */
export function isStepLabel(label: Label, open: Label | null): boolean {
  if (STEP_LABELS.includes(label.name)) return true;
  if (open?.name === "contract" && isExpectation(label.name)) return false;
  if (!open || !isProse(open)) return true;
  return (label.isLowerCase || !open.isLowerCase) && nearest(label.name, STEP_LABELS) !== null;
}

function isProse({ name }: Label): boolean {
  const meant = STEP_LABELS.includes(name) ? name : nearest(name, STEP_LABELS);
  return meant === "task" || meant === "how";
}
