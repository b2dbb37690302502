import type { SourceFile } from "../../diagnostics/span.ts";
import type { Step } from "../../plan/model.ts";
import { slugOf } from "../../plan/plan-id.ts";
import { faults } from "../reading/faults.ts";
import type { Field } from "../reading/field.ts";
import { knownFields, readFields } from "../reading/fields.ts";
import { type Frontmatter, openFrontmatter } from "../reading/frontmatter.ts";
import { parseMarkdown } from "../reading/markdown.ts";
import { reportOpenFences } from "../reading/open-fences.ts";
import type { Reading } from "../reading/reading.ts";
import { sourceText } from "../reading/source-text.ts";
import { newStep, putContract } from "../reading/step-fields.ts";
import { indexText, type TaskFile } from "./folder.ts";
import { readTaskBody, type TaskBody } from "./task-body.ts";
import { type TaskDraft, taskFields } from "./task-fields.ts";

/** Reads one `tasks/NN-slug.md`. */
export function readTask(reading: Reading, task: TaskFile, index: number): Step {
  const { source } = task;
  const pointer = `/steps/${index}`;
  const step = newStep(idFromName(task), task.number);
  const front = openFrontmatter(reading, source);
  const blocks = parseMarkdown(source, front.bodyFrom);
  noteAnchors(reading, source, front, pointer);
  reportOpenFences(reading, source, blocks);
  const contract = { command: "", exitCode: 0 };
  readHead(reading, front, { step, pointer, idOf: (reference) => reference, contract });
  putBody(reading, source, readTaskBody(reading, source, blocks, front.bodyFrom), step, pointer);
  return step;
}

/** For a task that forgot its id, so that the others can be judged all the same. */
const idFromName = ({ number, slug }: TaskFile): string =>
  /[a-z0-9]/i.test(slug) ? slugOf(slug) : `task-${indexText(number)}`;

/** Places that belong to the step as a whole; `@frontmatter` is -1 where there is none. */
function noteAnchors(reading: Reading, source: SourceFile, front: Frontmatter, pointer: string): void {
  const at = (start: number) => ({ file: source.path, start, end: start });
  reading.positions.set(pointer, at(front.bodyFrom));
  // The index is part of the file's name.
  reading.positions.set(`${pointer}/number`, at(0));
  reading.positions.set(`${pointer}/@file`, at(0));
  reading.positions.set(`${pointer}/@frontmatter`, at(front.insertAt ?? -1));
  reading.positions.set(`${pointer}/@body`, at(front.bodyFrom));
  reading.positions.set(`${pointer}/@end`, at(source.text.trimEnd().length));
}

function readHead(reading: Reading, front: Frontmatter, draft: TaskDraft): void {
  const fields = knownFields(reading, front.fields, Object.keys(taskFields));
  readFields(reading, fields, taskFields, draft);
  const id = `id: ${draft.step.id}`;
  const top = { ...front.span, end: front.span.start };
  if (front.insertAt === null && !front.isBroken) {
    reading.report(faults.brokenFrontmatter, top, "the task has no frontmatter", {
      help: `start the file with \`---\`, \`${id}\`, \`---\``,
    });
  } else if (!front.isBroken && !fields.some((field) => field.name === "id"))
    reading.report(faults.missingField, top, "the task has no `id`", { help: `write \`${id}\`` });
  takeContract(reading, front, fields, draft);
}

const EXPECTATIONS = new Set(["exit_code", "stdout", "timeout", "kind"]);

/** A contract that is hidden, or announced and not there, is not missing as well. */
function takeContract(reading: Reading, front: Frontmatter, fields: readonly Field[], draft: TaskDraft): void {
  const pointer = `${draft.pointer}/contracts/0`;
  const written = fields.find((field) => field.name === "contract");
  const orphan = fields.find((field) => EXPECTATIONS.has(field.name));
  const place = written?.key ?? orphan?.key ?? (front.isBroken || front.insertAt === null ? front.span : null);
  if (place) reading.positions.set(pointer, place);
  if (written?.value.type === "text") putContract(draft, draft.contract);
  else if (!written && orphan) {
    const message = `\`${orphan.name}\` says what a contract must do, but there is none`;
    reading.report(faults.misplacedContract, orphan.key, message, {
      help: "add `contract:` with the command that proves the task",
    });
  }
}

function putBody(
  reading: Reading,
  source: SourceFile,
  { title, heading, what, how }: TaskBody,
  step: Step,
  pointer: string,
): void {
  step.title = title;
  if (heading) reading.positions.set(`${pointer}/title`, { file: source.path, start: heading.from, end: heading.to });
  step.what = what.value;
  if (step.what !== "") reading.positions.setText(`${pointer}/what`, what);
  else if (!reading.partlyRead.has(source.path))
    reading.positions.set(`${pointer}/what`, reading.positions.at(`${pointer}/@body`));
  if (how) step.how = reading.text(`${pointer}/how`, sourceText(source, how.from, how.to));
}
