import { applyEdits } from "../../diagnostics/text-edit.ts";
import { approvalHash } from "../../plan/approval.ts";
import type { FileSet, Parsed } from "../../ports/dialect.ts";
import { headingMarks, insertBlock } from "../reading/edit-tools.ts";
import { escaped } from "../reading/escapes.ts";
import { placeIn } from "./folder.ts";
import { parseThread } from "./parse.ts";
import { TABLE_HEAD } from "./task-table.ts";

/** A plan folder whose tasks are all done: `plan.md` lists them with their results, and says what it said before. */
export function foldThread(files: FileSet): FileSet {
  const parsed = parseThread(files);
  if (!parsed.has("/@end")) return files;
  const { file, start } = parsed.at("/@end");
  const marks = parsed.has("/@last-heading") ? headingMarks(parsed, parsed.at("/@last-heading")) : "##";
  const edit = insertBlock(parsed, file, start, `${marks} Task List\n\n${tableOf(files.root, parsed)}`);
  const folded = {
    root: files.root,
    files: files.files.map(({ path, text }) => ({ path, text: path === file ? applyEdits(text, [edit]) : text })),
  };
  return approvalHash(parseThread(folded).plan) === approvalHash(parsed.plan) ? folded : files;
}

function tableOf(root: string, parsed: Parsed): string {
  const rows = parsed.plan.steps.map(({ number, status, result }, index) => {
    const path = placeIn(root, { path: parsed.at(`/steps/${index}`).file, text: "" });
    return `| ${number} | ${path} | ${status} | ${result === undefined ? "—" : escaped(result, "|")} |`;
  });
  return [TABLE_HEAD, ...rows].join("\n");
}
