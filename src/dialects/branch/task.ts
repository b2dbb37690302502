import type { SourceFile } from "../../diagnostics/span.ts";
import type { Step, StepFiles } from "../../plan/model.ts";
import { faults } from "../reading/faults.ts";
import { readFields } from "../reading/fields.ts";
import { readFileItem } from "../reading/file-entries.ts";
import { readFrontmatter } from "../reading/frontmatter.ts";
import { parseMarkdown } from "../reading/markdown.ts";
import { reportOpenFences } from "../reading/open-fences.ts";
import { proseOf } from "../reading/prose.ts";
import type { Reading } from "../reading/reading.ts";
import { onlySection, reportNearSections, type Section, sectionsOf } from "../reading/sections.ts";
import { lineText, sourceText } from "../reading/source-text.ts";
import { newStep, putContract, type StepDraft, stepFields } from "../reading/step-fields.ts";
import type { TaskFile } from "./task-file.ts";
import { firstLineAsTitle } from "./title.ts";
import { readVerification } from "./verification.ts";

const SECTIONS = [
  { name: "what", label: "What", title: /^what\b/i },
  { name: "how", label: "How", title: /^how\b/i },
  { name: "change", label: "Files to Change", title: /^files to change$/i },
  { name: "add", label: "Files to Add", title: /^files to add$/i },
  { name: "delete", label: "Files to Delete", title: /^files to delete$/i },
  { name: "mustNotTouch", label: "Files Must Not Touch", title: /^files (?:that )?must not touch$|^must not touch$/i },
  { name: "verification", label: "Verification", title: /^verification$/i },
];

/** Reads one `task-NN.md`. */
export function readTask(reading: Reading, task: TaskFile, index: number): Step {
  const { source } = task;
  const pointer = `/steps/${index}`;
  const step = newStep(task.name.replace(/(?:\.done)?\.md$/, ""), task.number);
  const draft: StepDraft = { step, pointer, idOf: taskId };
  const front = readFrontmatter(source);
  const blocks = parseMarkdown(source, front.bodyFrom);
  reading.diagnostics.push(...front.diagnostics);
  reading.positions.set(pointer, { file: source.path, start: front.bodyFrom, end: front.bodyFrom });
  reading.positions.set(`${pointer}/@frontmatter`, {
    file: source.path,
    start: front.insertAt ?? -1,
    end: front.insertAt ?? -1,
  });
  reading.positions.set(`${pointer}/@file`, { file: source.path, start: 0, end: source.text.length });
  reportOpenFences(reading, source, blocks);
  readFields(reading, front.fields, stepFields, draft);
  compareWithName(
    reading,
    front.fields.some((field) => field.name === "status"),
    task,
    draft,
  );

  const sections = sectionsOf(source, blocks, SECTIONS);
  reportNearSections(reading, source, blocks, SECTIONS);
  const find = (name: string): Section | undefined => onlySection(reading, source, sections, name);
  readProse(reading, source, find("what"), find("how"), draft);
  for (const list of ["change", "add", "delete", "mustNotTouch"] as const) {
    readFileList(reading, source, find(list), step.files[list], `${pointer}/files/${list}`);
  }
  putContract(draft, readVerification(reading, source, find("verification"), draft));
  const title = blocks.find((block) => block.type === "heading" && block.depth === 1);
  step.title =
    title?.type === "heading"
      ? reading.text(`${pointer}/title`, sourceText(source, title.title.from, title.title.to))
      : firstLineAsTitle(step.what);
  return step;
}

/** `depends_on: [1]` and `depends_on: [task-01]` mean the same file. */
const taskId = (reference: string): string => {
  const number = /^(?:task-)?(\d{1,6})(?:(?:\.done)?\.md)?$/.exec(reference)?.[1];
  return number === undefined ? reference : `task-${number.padStart(2, "0")}`;
};

function compareWithName(reading: Reading, hasStatus: boolean, task: TaskFile, { step, pointer }: StepDraft): void {
  if (!hasStatus) {
    if (task.isDone) step.status = "done";
    const at = reading.positions.at(`${pointer}/@frontmatter`);
    reading.report(
      faults.impliedField,
      reading.positions.at(pointer),
      `\`status\` is not written; \`${step.status}\` is assumed`,
      {
        help: `add \`status: ${step.status}\` to the frontmatter`,
        ...(at.start >= 0 && {
          fix: { title: `add \`status: ${step.status}\``, edits: [{ ...at, text: `status: ${step.status}\n` }] },
        }),
      },
    );
  } else if (task.isDone !== (step.status === "done")) {
    reading.report(
      faults.taskListMismatch,
      reading.positions.at(`${pointer}/status`),
      `the file is called \`${task.name}\`, but its status is \`${step.status}\``,
      {
        help: "a finished task is called `task-NN.done.md` and has `status: done`",
      },
    );
  }
}

function readProse(
  reading: Reading,
  source: SourceFile,
  what: Section | undefined,
  how: Section | undefined,
  { step, pointer }: StepDraft,
): void {
  if (!what) {
    reading.report(faults.missingField, reading.positions.at(pointer), "the task has no `## What` section", {
      help: "say what this increment delivers under `## What`",
    });
  } else {
    const prose = proseOf(source, what.blocks, what.to);
    step.what = reading.text(`${pointer}/what`, prose.text);
    if (step.what === "" && what.heading)
      reading.positions.set(`${pointer}/what`, { file: source.path, start: what.heading.from, end: what.heading.to });
    reading.positions.set(`${pointer}/what/@end`, { file: source.path, start: what.to, end: what.to });
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
  for (const block of section.blocks) {
    if (block.type === "list") {
      for (const item of block.items) {
        if (isNothing(source.text.slice(item.text.from, item.text.to))) continue;
        readFileItem(reading, source, item, item.text.from, list, pointer);
      }
    } else if (block.type === "paragraph" && !isNothing(source.text.slice(block.from, block.to))) {
      const text = lineText(source, block.from, block.to);
      reading.report(faults.badFileEntry, text.span, "files are named in a list", {
        help: "write one ``- `path` — note`` line for each",
      });
    }
  }
}

const isNothing = (text: string): boolean => /^(?:none|n\/a|—|-|)\.?$/i.test(text.trim());
