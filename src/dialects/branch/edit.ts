import type { TextEdit } from "../../diagnostics/text-edit.ts";
import { formatBudget } from "../../plan/budget.ts";
import type { StepStatus } from "../../plan/words.ts";
import type { Change, Parsed, PlanEdit, Rename } from "../../ports/dialect.ts";
import { unreachable } from "../../std/unreachable.ts";
import { EditError } from "../reading/checked-edit.ts";
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

/** Changes to a `.plan/` folder: the task file, its row in the Task List, and its name. */
export function editBranch(parsed: Parsed, edit: PlanEdit): Change {
  switch (edit.type) {
    case "plan-status":
      return texts([frontmatterValue(parsed, "", "status", "status", edit.status)]);
    case "step-status":
      return stepStatus(parsed, edit.step, edit.status, edit.result);
    case "fail-count": {
      const pointer = `/steps/${stepIndex(parsed, edit.step)}`;
      // A plan without task files is one step and has no place to count in.
      if (!parsed.has(`${pointer}/@file`)) return texts([]);
      return texts([frontmatterValue(parsed, pointer, "failCount", "fail-count", String(edit.count))]);
    }
    case "publish": {
      const pointer = `/steps/${stepIndex(parsed, edit.step)}`;
      if (!parsed.has(`${pointer}/@file`)) throw new EditError("a plan without task files has no place for `needs`");
      const needs = needsWithPublish(parsed.plan, edit.step).join(", ");
      return texts([frontmatterValue(parsed, pointer, "needs", "needs", `[${needs}]`)]);
    }
    case "how":
      return texts([how(parsed, `/steps/${stepIndex(parsed, edit.step)}`, edit.how)]);
    case "decision":
      return texts([decision(parsed, edit.text)]);
    case "budget":
      return texts([frontmatterValue(parsed, "", "budget", "budget", formatBudget(edit.budget))]);
    case "expand":
      throw new EditError("a plan folder cannot take in the steps of a template; write them yourself");
    default:
      return unreachable(edit);
  }
}

const texts = (edits: TextEdit[]): Change => ({ edits, renames: [] });

function stepStatus(parsed: Parsed, id: string, status: StepStatus, result: string | undefined): Change {
  const pointer = `/steps/${stepIndex(parsed, id)}`;
  const edits = parsed.has(`${pointer}/@file`) ? [frontmatterValue(parsed, pointer, "status", "status", status)] : [];
  const renames = parsed.has(`${pointer}/@file`) ? rename(parsed.at(`${pointer}/@file`).file, status === "done") : [];
  const cell = (name: string, text: string): void => {
    if (parsed.has(`${pointer}/${name}`)) edits.push(replaceSpan(parsed, parsed.at(`${pointer}/${name}`), text));
  };
  cell("@status-cell", status);
  const text = asOneLine(result ?? "");
  if (text !== "") cell("@result-cell", escaped(text, "|"));
  const [renamed] = renames;
  if (renamed) cell("@file-cell", renamed.to.slice(renamed.to.lastIndexOf("/") + 1));
  return { edits, renames };
}

/** A finished task is called `task-01.done.md`, an open one `task-01.md`. */
function rename(path: string, isDone: boolean): Rename[] {
  const to = path.replace(/(?:\.done)?\.md$/, isDone ? ".done.md" : ".md");
  return to === path ? [] : [{ from: path, to }];
}

function frontmatterValue(parsed: Parsed, pointer: string, field: string, key: string, value: string): TextEdit {
  if (parsed.has(`${pointer}/${field}`)) return replaceSpan(parsed, parsed.at(`${pointer}/${field}`), value);
  const at = parsed.at(`${pointer}/@frontmatter`);
  if (at.start >= 0) return insertAt(parsed, at.file, at.start, `${key}: ${value}\n`);
  const bodyFrom = sourceOf(parsed, at.file).text.startsWith("\uFEFF") ? 1 : 0;
  return insertAt(parsed, at.file, bodyFrom, `---\n${key}: ${value}\n---\n\n`);
}

function how(parsed: Parsed, pointer: string, text: string): TextEdit {
  if (parsed.has(`${pointer}/how`)) return section(parsed, `${pointer}/how`, text);
  const { file, end } = parsed.at(`${pointer}/what/@end`);
  return insertBlock(parsed, file, end, `${marksOf(parsed, pointer)} How\n\n${text}`);
}

function decision(parsed: Parsed, text: string): TextEdit {
  if (parsed.has("/architecture")) {
    const end = parsed.at("/architecture/@end");
    return insertBlock(parsed, end.file, end.start, text);
  }
  const { file, end } = parsed.at("/what/@end");
  return insertBlock(parsed, file, end, `${marksOf(parsed, "")} Architecture & Design Decisions\n\n${text}`);
}

/** A new section stands on a level with What. */
const marksOf = (parsed: Parsed, pointer: string): string =>
  parsed.has(`${pointer}/what/@heading`) ? headingMarks(parsed, parsed.at(`${pointer}/what/@heading`)) : "##";

/** A section that is there but empty has its place right behind its heading. */
function section(parsed: Parsed, pointer: string, text: string): TextEdit {
  const span = parsed.at(pointer);
  return replaceSpan(parsed, span, span.start === span.end ? `\n\n${text}` : text);
}
