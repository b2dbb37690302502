import { stringify } from "yaml";
import type { TextEdit } from "../../diagnostics/text-edit.ts";
import { formatBudget } from "../../plan/budget.ts";
import type { Change, Parsed, PlanEdit } from "../../ports/dialect.ts";
import { unreachable } from "../../std/unreachable.ts";
import { EditError } from "../reading/checked-edit.ts";
import {
  headingMarks,
  insertAt,
  insertBlock,
  needsWithPublish,
  replaceSpan,
  stepIndex,
} from "../reading/edit-tools.ts";
import { asOneLine } from "../reading/escapes.ts";

/** Changes to a plan folder: keys of the frontmatter, and sections at the end of a body. No file is ever renamed. */
export function editThread(parsed: Parsed, edit: PlanEdit): Change {
  return { edits: textEdits(parsed, edit), renames: [] };
}

function textEdits(parsed: Parsed, edit: PlanEdit): TextEdit[] {
  switch (edit.type) {
    case "plan-status":
      return [frontmatterValue(parsed, "", "status", "status", edit.status)];
    case "step-status":
      return stepStatus(parsed, `/steps/${stepIndex(parsed, edit.step)}`, edit.status, asOneLine(edit.result ?? ""));
    case "fail-count": {
      const pointer = `/steps/${stepIndex(parsed, edit.step)}`;
      return [frontmatterValue(parsed, pointer, "failCount", "fail_count", edit.count)];
    }
    case "publish": {
      const pointer = `/steps/${stepIndex(parsed, edit.step)}`;
      return [frontmatterValue(parsed, pointer, "needs", "needs", needsWithPublish(parsed.plan, edit.step))];
    }
    case "how":
      return [how(parsed, `/steps/${stepIndex(parsed, edit.step)}`, edit.how)];
    case "decision":
      return [decision(parsed, edit.text)];
    case "budget":
      return [frontmatterValue(parsed, "", "budget", "budget", formatBudget(edit.budget))];
    case "expand":
      throw new EditError("a plan folder cannot take in the steps of a template; write them yourself");
    default:
      return unreachable(edit);
  }
}

function stepStatus(parsed: Parsed, pointer: string, status: string, result: string): TextEdit[] {
  const edit = frontmatterValue(parsed, pointer, "status", "status", status);
  return result === "" ? [edit] : [edit, frontmatterValue(parsed, pointer, "result", "result", result)];
}

function frontmatterValue(
  parsed: Parsed,
  pointer: string,
  field: string,
  key: string,
  value: string | number | readonly string[],
): TextEdit {
  const text = stringify(value, { lineWidth: 0, collectionStyle: "flow", flowCollectionPadding: false }).trimEnd();
  if (parsed.has(`${pointer}/${field}`)) return replaceSpan(parsed, parsed.at(`${pointer}/${field}`), text);
  const { file, start } = anchor(parsed, `${pointer}/@frontmatter`);
  if (start < 0) throw new EditError(`${file} has no frontmatter that could say \`${key}\``);
  return insertAt(parsed, file, start, `${key}: ${text}\n`);
}

function how(parsed: Parsed, pointer: string, text: string): TextEdit {
  if (parsed.has(`${pointer}/how`)) {
    // A section that is there but empty has its place right behind its heading.
    const span = parsed.at(`${pointer}/how`);
    return replaceSpan(parsed, span, span.start === span.end ? `\n\n${text}` : text);
  }
  const { file, start } = parsed.at(`${pointer}/@end`);
  return insertBlock(parsed, file, start, `## How\n\n${text}`);
}

function decision(parsed: Parsed, text: string): TextEdit {
  if (parsed.has("/architecture")) {
    const { file, start } = parsed.at("/architecture/@end");
    return insertBlock(parsed, file, start, text);
  }
  const { file, start } = anchor(parsed, "/@end");
  // On a level with the section above it, or it would be a part of that one.
  const marks = parsed.has("/@last-heading") ? headingMarks(parsed, parsed.at("/@last-heading")) : "##";
  return insertBlock(parsed, file, start, `${marks} Architecture & Design Decisions\n\n${text}`);
}

/** A plan folder without `plan.md` has no place for what concerns the whole plan. */
function anchor(parsed: Parsed, pointer: string): { file: string; start: number } {
  if (!parsed.has(pointer)) throw new EditError(`there is no ${parsed.at("").file}`);
  return parsed.at(pointer);
}
