import type { Span } from "../../diagnostics/span.ts";
import type { TextEdit } from "../../diagnostics/text-edit.ts";
import { formatBudget } from "../../plan/budget.ts";
import type { Step } from "../../plan/model.ts";
import type { Change, Parsed, PlanEdit } from "../../ports/dialect.ts";
import { unreachable } from "../../std/unreachable.ts";
import {
  headingMarks,
  insertAt,
  insertBlock,
  needsWithPublish,
  replaceSpan,
  sourceOf,
  stepIndex,
} from "../reading/edit-tools.ts";
import { asOneLine, escaped } from "../reading/escapes.ts";
import { expandTemplate } from "./expand.ts";

/** Changes to a one-file plan: only the bytes of the thing that changes. */
export function editSteps(parsed: Parsed, edit: PlanEdit): Change {
  return { edits: textEdits(parsed, edit), renames: [] };
}

function textEdits(parsed: Parsed, edit: PlanEdit): TextEdit[] {
  switch (edit.type) {
    case "plan-status":
      return [planStatus(parsed, edit.status)];
    case "step-status":
      return stepState(parsed, edit.step, {
        status: edit.status,
        ...(edit.result !== undefined && { result: edit.result }),
      });
    case "fail-count":
      return stepState(parsed, edit.step, { failCount: edit.count });
    case "publish":
      return [needs(parsed, `/steps/${stepIndex(parsed, edit.step)}`, needsWithPublish(parsed.plan, edit.step))];
    case "how":
      return [how(parsed, edit.step, edit.how)];
    case "decision":
      return [decision(parsed, edit.text)];
    case "budget":
      return [budget(parsed, formatBudget(edit.budget))];
    case "expand":
      return expandTemplate(parsed, edit.step, edit.steps);
    default:
      return unreachable(edit);
  }
}

function planStatus(parsed: Parsed, status: string): TextEdit {
  if (parsed.has("/status")) return replaceSpan(parsed, parsed.at("/status"), status);
  const { file, start } = parsed.at("/@frontmatter");
  return insertAt(parsed, file, start, `status: ${status}\n`);
}

/** A done step is ticked in its heading; anything else a step has to say about itself stands in its status line. */
function stepState(
  parsed: Parsed,
  id: string,
  change: Partial<Pick<Step, "status" | "failCount" | "result">>,
): TextEdit[] {
  const index = stepIndex(parsed, id);
  const before = parsed.plan.steps[index];
  if (!before) return [];
  const after = { ...before, ...change };
  return [...tick(parsed, index, after.status === "done"), ...statusLine(parsed, index, after)];
}

function tick(parsed: Parsed, index: number, isDone: boolean): TextEdit[] {
  const ticked = parsed.has(`/steps/${index}/@tick`);
  if (ticked === isDone) return [];
  const { file, start } = parsed.at(`/steps/${index}/title`);
  const number = parsed.has(`/steps/${index}/number`)
    ? parsed.at(`/steps/${index}/number`)
    : { file, start, end: start };
  if (isDone) return [insertAt(parsed, number.file, number.end, " ✅")];
  const mark = parsed.at(`/steps/${index}/@tick`);
  return [replaceSpan(parsed, { ...mark, start: Math.min(number.end, mark.start) }, "")];
}

/** `pending` without failures, and `done` without a result, need no line. */
function statusLine(parsed: Parsed, index: number, step: Step): TextEdit[] {
  const pointer = `/steps/${index}/@status-line`;
  const text = asOneLine(step.result ?? "");
  // It stands between `**` and `**`, and may open neither code nor a comment.
  const result = text === "" ? "" : ` — ${escaped(text, "*`<")}`;
  const failures = step.failCount > 0 ? `, failures ${step.failCount}` : "";
  const line = `**status: ${step.status}${failures}${result}**`;
  if (parsed.has(pointer)) return [replaceSpan(parsed, parsed.at(pointer), line)];
  const isImplied = (step.status === "pending" || step.status === "done") && failures === "" && result === "";
  if (isImplied) return [];
  const heading = parsed.at(`/steps/${index}`);
  return [insertBlock(parsed, heading.file, heading.end, line)];
}

function needs(parsed: Parsed, pointer: string, all: Step["needs"]): TextEdit {
  if (parsed.has(`${pointer}/needs`)) {
    const span = parsed.at(`${pointer}/needs`);
    const isList = parsed.has(`${pointer}/needs/0`) && !sharesLine(parsed, span);
    return replaceSpan(parsed, span, isList ? all.map((need) => `- ${need}`).join("\n") : all.join(", "));
  }
  const { file, end } = parsed.at(pointer);
  return insertBlock(parsed, file, end, `**needs:** ${all.join(", ")}`);
}

function how(parsed: Parsed, id: string, text: string): TextEdit {
  const pointer = `/steps/${stepIndex(parsed, id)}`;
  if (parsed.has(`${pointer}/how`)) {
    const span = parsed.at(`${pointer}/how`);
    return replaceSpan(parsed, span, sharesLine(parsed, span) ? `\n${text}` : text);
  }
  const { file, end } = parsed.at(parsed.has(`${pointer}/what/@end`) ? `${pointer}/what/@end` : pointer);
  return insertBlock(parsed, file, end, `**how:**\n${text}`);
}

/** A value on its label's line can only be words; anything else has to begin on a line of its own. */
function sharesLine(parsed: Parsed, { file, start }: Span): boolean {
  return /[^\s][^\r\n]*$/.test(
    sourceOf(parsed, file)
      .text.slice(Math.max(0, start - 80), start)
      .replace(/^.*[\r\n]/s, ""),
  );
}

function budget(parsed: Parsed, text: string): TextEdit {
  if (parsed.has("/budget")) return replaceSpan(parsed, parsed.at("/budget"), text);
  const { file, end } = parsed.at("/title");
  return insertBlock(parsed, file, end, `**Budget:** ${text}`);
}

function decision(parsed: Parsed, text: string): TextEdit {
  if (parsed.has("/architecture/@end")) {
    const { file, start } = parsed.at("/architecture/@end");
    return insertBlock(parsed, file, start, text);
  }
  const steps = parsed.at("/@steps-heading");
  const marks = headingMarks(parsed, steps);
  return insertAt(parsed, steps.file, steps.start, `${marks} Architecture & Design Decisions\n\n${text}\n\n`);
}
