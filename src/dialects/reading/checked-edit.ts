import { applyEdits } from "../../diagnostics/text-edit.ts";
import type { Plan, Step } from "../../plan/model.ts";
import type { Change, FileSet, Parsed, PlanEdit, ReadChange } from "../../ports/dialect.ts";
import { sameJson } from "../../std/same-json.ts";
import { unreachable } from "../../std/unreachable.ts";
import { needsWithPublish } from "./edit-tools.ts";
import { asOneLine } from "./escapes.ts";
import { expandedSteps } from "./expanded-steps.ts";
import { withoutBlankLines } from "./without-blank-lines.ts";

/** The text of an edit would be read as something else than it is, a heading or a field of its own for example. */
export class EditError extends Error {
  override readonly name = "EditError";
}

/**
 * An edit that keeps its promise: the change is applied to a copy and read again, and what comes out must be the plan
 * with exactly this change. So a How that holds a `**contract:**` line of its own cannot become one.
 */
export function checkedEdit(
  parse: (files: FileSet) => Parsed,
  edit: (parsed: Parsed, edit: PlanEdit) => Change,
): (parsed: Parsed, edit: PlanEdit) => ReadChange {
  return (parsed, wanted) => {
    const change = edit(parsed, wanted);
    // A plan without task files has no place for the state of its one step.
    if (change.edits.length === 0) return { ...change, after: parsed };
    const root = parsed.plan.source.path;
    const after = parse({ root, files: applied(parsed, change) });
    if (sameJson(after.plan, expectedPlan(parsed, wanted)) && isNoWorse(parsed, after, wanted))
      return { ...change, after };
    throw new EditError(`the plan cannot hold this ${wanted.type}: it would be read as something else`);
  };
}

/** What is wrong with a template is wrong with each of its steps, too, and nothing else may be. */
function isNoWorse(before: Parsed, after: Parsed, { type }: PlanEdit): boolean {
  if (type !== "expand") return after.diagnostics.length <= before.diagnostics.length;
  const known = new Set(before.diagnostics.map(({ code }) => code));
  return after.diagnostics.every(({ code }) => known.has(code));
}

const applied = ({ sources }: Parsed, { edits, renames }: Change): FileSet["files"] =>
  sources.map(({ path, text }) => ({
    path: renames.find((rename) => rename.from === path)?.to ?? path,
    text: applyEdits(
      text,
      edits.filter((edit) => edit.file === path),
    ),
  }));

function expectedPlan(parsed: Parsed, edit: PlanEdit): Plan {
  const { plan } = parsed;
  switch (edit.type) {
    case "plan-status":
      return { ...plan, status: edit.status };
    case "decision": {
      const text = asRead(edit.text);
      return { ...plan, architecture: plan.architecture ? `${plan.architecture}\n\n${text}` : text };
    }
    case "budget":
      return { ...plan, budget: edit.budget };
    case "publish":
      return withStep(plan, edit.step, { needs: needsWithPublish(plan, edit.step) });
    case "fail-count":
      return withStep(plan, edit.step, { failCount: edit.count });
    case "step-status": {
      const result = edit.result === undefined ? "" : asOneLine(edit.result);
      return withStep(plan, edit.step, { status: edit.status, ...(result !== "" && { result }) });
    }
    case "how": {
      const how = asRead(edit.how);
      const changed = withStep(plan, edit.step, { how });
      // Where the whole plan is one step, its How is the plan's.
      return plan.source.dialect === "branch" && !parsed.has("/steps/0/@file") ? { ...changed, how } : changed;
    }
    case "expand":
      return { ...plan, steps: expandedSteps(plan, edit.step, edit.steps, asRead) };
    default:
      return unreachable(edit);
  }
}

/** Prose is read with LF endings and without blank lines around it. */
const asRead = (text: string): string =>
  withoutBlankLines({ value: text.replace(/\r\n?/g, "\n"), span: { file: "", start: 0, end: 0 }, lines: [] }).value;

const withStep = (plan: Plan, id: string, change: Partial<Step>): Plan => {
  const at = plan.steps.findIndex((step) => step.id === id);
  return { ...plan, steps: plan.steps.map((step, index) => (index === at ? { ...step, ...change } : step)) };
};
