import type { SourceFile } from "../../diagnostics/span.ts";
import { applyEdits, type TextEdit } from "../../diagnostics/text-edit.ts";
import { approvalHash } from "../../plan/approval.ts";
import type { Plan } from "../../plan/model.ts";
import type { FileSet } from "../../ports/dialect.ts";
import { sameJson } from "../../std/same-json.ts";
import { openFrontmatter } from "../reading/frontmatter.ts";
import { lineEndingOf } from "../reading/line-ending.ts";
import { type Block, parseMarkdown } from "../reading/markdown.ts";
import { Reading } from "../reading/reading.ts";
import { documentTitle, readSections } from "../reading/sections.ts";
import { SECTIONS } from "./overview.ts";
import { parseBranch } from "./parse.ts";
import { nameOf } from "./task-file.ts";

/**
 * What stays of a plan folder whose steps are all done: the overview, without the notes somebody made on the way. Its
 * sections keep every byte. Where leaving something out would make the rest say something else, it is not left out.
 */
export function foldBranch(files: FileSet): FileSet {
  const before = parseBranch(files).plan;
  const overviews = files.files.filter((file) => nameOf(file) === "overview.md");
  const compressed = overviews.map(withoutNotes);
  const candidates = [compressed, overviews].map((kept) => ({ root: files.root, files: kept }));
  return candidates.find((each) => isFolded(before, each)) ?? files;
}

/** The same promises, and every step still there as done; a plan without task files stays what it is. */
function isFolded(before: Plan, files: FileSet): boolean {
  const { plan, isWhole } = parseBranch(files);
  if (!isWhole) return false;
  if (approvalHash(plan) === approvalHash(before)) return true;
  const stepsOf = ({ steps }: Plan) => steps.map(({ id, number, status }) => ({ id, number, status }));
  return (
    approvalHash({ ...plan, steps: [] }) === approvalHash({ ...before, steps: [] }) &&
    sameJson(stepsOf(plan), stepsOf(before))
  );
}

function withoutNotes(source: SourceFile): SourceFile {
  const { bodyFrom } = openFrontmatter(new Reading({ file: source.path, start: 0, end: 0 }), source);
  const blocks = parseMarkdown(source, bodyFrom);
  const notes = notesAmong(source, blocks);
  return { path: source.path, text: applyEdits(source.text, cuts(source, blocks, notes)) };
}

/** Whatever stands in no section, and a section of notes that follows the How, which reads as a part of it. */
function notesAmong(source: SourceFile, blocks: readonly Block[]): Set<Block> {
  const found = readSections(new Reading({ file: source.path, start: 0, end: 0 }), source, blocks, SECTIONS);
  const notes = new Set(found.outside.flat());
  const title = documentTitle(found);
  if (title) notes.delete(title);
  for (const { name, heading, blocks: body } of found.sections) {
    if (name !== "how") continue;
    let isNote = false;
    for (const block of body) {
      if (block.type === "heading" && block.depth <= heading.depth)
        isNote = NOTES.test(source.text.slice(block.title.from, block.title.to));
      if (isNote) notes.add(block);
    }
  }
  return notes;
}

const NOTES = /^(?:(?:working|planning|planner['’]?s|my|open) )?(?:notes?|scratch ?pad|scratch|log|journal|to-?dos?)$/i;

/** From the line on which notes begin to the next thing that stays. */
function cuts({ path: file, text }: SourceFile, blocks: readonly Block[], notes: ReadonlySet<Block>): TextEdit[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1];
    if (!notes.has(block) || (before && notes.has(before))) return [];
    const next = blocks.slice(index).find((each) => !notes.has(each));
    const start = lineStart(text, block.from);
    if (next) return [{ file, start, end: lineStart(text, next.from), text: "" }];
    return [{ file, start: text.slice(0, start).trimEnd().length, end: text.length, text: lineEndingOf(text) }];
  });
}

const lineStart = (text: string, at: number): number =>
  Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
