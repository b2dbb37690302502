import type { SourceFile } from "../../diagnostics/span.ts";
import type { Step, StepFiles } from "../../plan/model.ts";
import type { StepStatus } from "../../plan/words.ts";
import { faults } from "../reading/faults.ts";
import { knownFields, readFields } from "../reading/fields.ts";
import { readFileItem } from "../reading/file-entries.ts";
import { firstLineAsTitle } from "../reading/first-line-title.ts";
import { type Frontmatter, openFrontmatter } from "../reading/frontmatter.ts";
import { isSilent, parseMarkdown } from "../reading/markdown.ts";
import { isNothing } from "../reading/nothing.ts";
import { isOpen, reportOpenFences } from "../reading/open-fences.ts";
import { proseOf } from "../reading/prose.ts";
import type { Reading } from "../reading/reading.ts";
import {
  documentTitle,
  HOW,
  onlySection,
  readSections,
  reportOutside,
  type Section,
  WHAT,
} from "../reading/sections.ts";
import { lineText, sourceText, splitLines } from "../reading/source-text.ts";
import { newStep, putContract, type StepDraft, stepFields } from "../reading/step-fields.ts";
import { type TaskFile, taskIdOf } from "./task-file.ts";
import { readVerification } from "./verification.ts";

const SECTIONS = [
  { name: "what", label: "What", title: WHAT, isProse: true },
  { name: "how", label: "How", title: HOW, isProse: true },
  {
    name: "change",
    label: "Files to Change",
    title: /^files to change$/i,
    aka: /^(?:files to (?:modify|edit|update)|(?:changed|modified) files)$/i,
    isPlain: true,
  },
  {
    name: "add",
    label: "Files to Add",
    title: /^files to add$/i,
    aka: /^(?:files to create|new files)$/i,
    isPlain: true,
  },
  {
    name: "delete",
    label: "Files to Delete",
    title: /^files to delete$/i,
    aka: /^files to remove$/i,
    isPlain: true,
  },
  {
    name: "mustNotTouch",
    label: "Files Must Not Touch",
    title: /^files (?:that )?must not touch$|^must not touch$/i,
    aka: /^(?:files )?(?:not to|do not|don['’]t|never) touch$|^files not to (?:touch|change)$|^off[- ]limits$/i,
    isPlain: true,
  },
  { name: "verification", label: "Verification", title: /^verification$/i },
];

/** Reads one `task-NN.md`. `listed` is the status its row in the Task List gives it. */
export function readTask(reading: Reading, task: TaskFile, index: number, listed: StepStatus | undefined): Step {
  const { source } = task;
  const pointer = `/steps/${index}`;
  const step = newStep(taskIdOf(task.number), task.number);
  const draft: StepDraft = { step, pointer, idOf };
  const front = openFrontmatter(reading, source);
  const blocks = parseMarkdown(source, front.bodyFrom);
  noteAnchors(reading, source, front, pointer);
  reportOpenFences(reading, source, blocks);
  const fields = knownFields(reading, front.fields, Object.keys(stepFields));
  readFields(reading, fields, stepFields, draft);
  if (fields.some((field) => field.name === "status")) compareWithName(reading, task, draft);
  else assumeStatus(reading, task, draft, listed);

  const found = readSections(reading, source, blocks, SECTIONS);
  const find = (name: string): Section | undefined => onlySection(reading, source, found, name);
  reportOutside(reading, source, found);
  readProse(reading, source, find("what"), find("how"), draft);
  for (const list of ["change", "add", "delete", "mustNotTouch"] as const) {
    readFileList(reading, source, find(list), step.files[list], `${pointer}/files/${list}`);
  }
  putContract(draft, readVerification(reading, source, find("verification"), draft));
  const title = documentTitle(found)?.title;
  step.title = title
    ? reading.text(`${pointer}/title`, sourceText(source, title.from, title.to))
    : firstLineAsTitle(step.what);
  return step;
}

/** `depends_on: [1]` and `depends_on: [task-01]` mean the same file. */
const idOf = (reference: string): string => {
  const number = /^(?:task-)?(\d{1,6})(?:(?:\.done)?\.md)?$/.exec(reference)?.[1];
  return number === undefined ? reference : taskIdOf(Number(number));
};

/** Places that belong to the step as a whole; `@frontmatter` is -1 where there is none. */
function noteAnchors(reading: Reading, source: SourceFile, front: Frontmatter, pointer: string): void {
  const at = (start: number, end = start) => ({ file: source.path, start, end });
  reading.positions.set(pointer, at(front.bodyFrom));
  // The number is part of the file's name.
  reading.positions.set(`${pointer}/number`, at(front.bodyFrom));
  reading.positions.set(`${pointer}/@frontmatter`, at(front.insertAt ?? -1));
  reading.positions.set(`${pointer}/@file`, at(0, source.text.length));
}

function assumeStatus(
  reading: Reading,
  task: TaskFile,
  { step, pointer }: StepDraft,
  listed: StepStatus | undefined,
): void {
  if (task.isDone) step.status = "done";
  else if (listed && listed !== "done") step.status = listed;
  if (reading.partlyRead.has(task.source.path)) return;
  const at = reading.positions.at(`${pointer}/@frontmatter`);
  const line = `status: ${step.status}`;
  reading.report(
    faults.impliedField,
    reading.positions.at(pointer),
    `\`status\` is not written; \`${step.status}\` is assumed`,
    {
      help: `add \`${line}\` to the frontmatter`,
      ...(at.start >= 0 && { fix: { title: `add \`${line}\``, edits: [{ ...at, text: `${line}\n` }] } }),
    },
  );
}

function compareWithName(reading: Reading, task: TaskFile, { step, pointer }: StepDraft): void {
  const status = reading.positions.at(`${pointer}/status`);
  if (task.isDone === (step.status === "done") || reading.hasFaultIn(status)) return;
  reading.report(
    faults.taskListMismatch,
    status,
    `the file is called \`${task.name}\`, but its status is \`${step.status}\``,
    { help: "a finished task is called `task-NN.done.md` and has `status: done`" },
  );
}

function readProse(
  reading: Reading,
  source: SourceFile,
  what: Section | undefined,
  how: Section | undefined,
  { step, pointer }: StepDraft,
): void {
  if (!what) {
    if (!reading.partlyRead.has(source.path))
      reading.report(faults.missingField, reading.positions.at(pointer), "the task has no `## What` section", {
        help: "say what this increment delivers under `## What`",
      });
  } else {
    const prose = proseOf(source, what.blocks, what.to);
    step.what = reading.text(`${pointer}/what`, prose.text);
    if (step.what === "")
      reading.positions.set(`${pointer}/what`, { file: source.path, start: what.heading.from, end: what.heading.to });
    reading.positions.set(`${pointer}/what/@end`, { file: source.path, start: what.to, end: what.to });
    reading.positions.set(`${pointer}/what/@heading`, {
      file: source.path,
      start: what.heading.from,
      end: what.heading.to,
    });
    for (const [at, { subtask, text }] of prose.subtasks.entries()) {
      reading.positions.setText(`${pointer}/subtasks/${at}`, text);
      step.subtasks.push(subtask);
    }
  }
  if (how) step.how = reading.text(`${pointer}/how`, sourceText(source, how.from, how.to));
}

function readFileList(
  reading: Reading,
  source: SourceFile,
  section: Section | undefined,
  list: StepFiles["change"],
  pointer: string,
): void {
  if (!section) return;
  const hasList = section.blocks.some((block) => block.type === "list");
  for (const block of section.blocks) {
    if (block.type === "list") {
      for (const item of block.items) {
        if (isNothing(source.text.slice(item.text.from, item.text.to))) continue;
        readFileItem(reading, source, item, item.text.from, list, pointer);
      }
    } else if (block.type !== "heading" && !isSilent(block) && !isOpen(block)) {
      const [line] = splitLines(source.text, block.from, block.to);
      const text = lineText(source, block.from, line?.to ?? block.to);
      if (isNothing(text.value)) continue;
      const isRemark = hasList && block.type === "paragraph" && block.codes.length === 0;
      if (isRemark) reading.report(faults.strayText, text.span, "this text belongs to no file", { help: NOTE });
      else reading.report(faults.badFileEntry, text.span, "files have to be named in a list", { help: NOTE });
    }
  }
}

const NOTE = "write one ``- `path` — note`` line for each file";
