import type { SourceFile } from "../../diagnostics/span.ts";
import type { Step } from "../../plan/model.ts";
import { type Entry, entriesOf, type Part } from "../reading/entries.ts";
import { faults } from "../reading/faults.ts";
import type { Field, Value } from "../reading/field.ts";
import { type Elsewhere, knownName, readFields, reportTwice } from "../reading/fields.ts";
import { type Label, labelsIn } from "../reading/labels.ts";
import { reportNested } from "../reading/nested.ts";
import { isOpen } from "../reading/open-fences.ts";
import { proseOf } from "../reading/prose.ts";
import type { Reading } from "../reading/reading.ts";
import { lineText, type SourceText, sourceText } from "../reading/source-text.ts";
import { newStep, putContract, type StepDraft } from "../reading/step-fields.ts";
import { readContract } from "./contract.ts";
import { readFiles } from "./files.ts";
import { isIntroField } from "./intro.ts";
import { labelLine } from "./label-line.ts";
import type { StepHeading } from "./outline.ts";
import { reportPlainLabels } from "./plain-labels.ts";
import { readStatusLine } from "./status-line.ts";
import { isStepLabel, LINE_FIELDS, STEP_LABELS } from "./step-labels.ts";
import { reportStray } from "./stray.ts";

type Range = { from: number; to: number };

const LISTS = new Set(["subscriptions", "depends_on", "needs"]);

/** Reads one numbered heading and the fields below it. `before` are the steps above, `next` is the heading below. */
export function readStep(
  reading: Reading,
  source: SourceFile,
  heading: StepHeading,
  before: readonly Step[],
  next: StepHeading | undefined,
): Step {
  const pointer = `/steps/${before.length}`;
  const step = stepOf(reading, source, heading, before, next, pointer);
  const draft: StepDraft = { step, pointer, idOf };
  const [lead, ...labelled] = entriesOf(source, heading.blocks, isStepLabel);
  const entries = knownEntries(reading, labelled);

  readLines(reading, source, entries, draft);
  readProse(reading, source, entries, draft);
  readFiles(reading, source, only(reading, entries, "files"), draft);
  readStatusLine(reading, source, only(reading, entries, "status"), draft);
  putContract(draft, readContract(reading, source, entries, pointer));
  const above = lead?.parts ?? [];
  const hidden =
    heading.blocks.find(isOpen) ??
    reportLabelsInList(reading, source, above) ??
    (has(entries, "task") ? undefined : reportPlainLabels(reading, source, above));
  if (hidden) noteHidden(reading, source, hidden, pointer);
  else reportMissing(reading, source, heading, entries, above, draft);
  return step;
}

/** `3`, `03`, `#3` and `step 3` are the same step. */
const idOf = (reference: string): string => reference.replace(/^(?:step\s+|#)/i, "").replace(/^0+(?=\d)/, "");

/** Entries whose labels exist, a misspelt one under the name it means. */
function knownEntries(reading: Reading, entries: readonly Entry[]): Entry[] {
  const taken = new Set(entries.flatMap(({ label }) => (label ? [label.name] : [])));
  return entries.flatMap(({ label, parts }) => {
    const name = label && knownName(reading, label, STEP_LABELS, taken, inThePlan);
    return label && name ? [{ label: { ...label, name }, parts }] : [];
  });
}

const inThePlan: Elsewhere = (name) =>
  isIntroField(name)
    ? `it belongs to the whole plan; write it below the title: \`**${name.replaceAll("_", " ")}:** …\``
    : null;

/** `- **task:** …` is an entry of a list, and so is everything below it. Returns the list. */
function reportLabelsInList(reading: Reading, source: SourceFile, lead: readonly Part[]): Part | undefined {
  return lead.find((part) => {
    const items = part.type === "list" ? part.items : [];
    const labels = items.flatMap((item) =>
      labelsIn(source, { type: "paragraph", ...item.text, codes: item.codes, comments: [] }),
    );
    const label = labels.find(({ name }) => STEP_LABELS.includes(name));
    if (!label) return false;
    reading.report(faults.missingField, label.key, "this label is an entry of a list, where no field is read", {
      help: "write every label at the start of its line, without `- `",
    });
    return true;
  });
}

/** What an open fence has swallowed, or a list, is not missing; the reason has been reported. */
function noteHidden(reading: Reading, source: SourceFile, { from, to }: Range, pointer: string): void {
  const contract = `${pointer}/contracts/0`;
  if (!reading.positions.has(contract)) reading.positions.set(contract, { file: source.path, start: from, end: to });
}

function stepOf(
  reading: Reading,
  source: SourceFile,
  heading: StepHeading,
  before: readonly Step[],
  next: StepHeading | undefined,
  pointer: string,
): Step {
  const following = (before.at(-1)?.number ?? 0) + 1;
  const { label, block } = heading;
  const isTemplate = label !== null && !/^\d+$/.test(label);
  const written = Number.parseInt(label ?? "", 10);
  const number = Number.isNaN(written) ? following : written;
  const step = newStep(isTemplate ? label.replace(/\s+/g, "") : String(number), number);
  if (isTemplate) step.template = step.id;
  if (heading.tick) step.status = "done";
  const span = { file: source.path, start: block.from, end: block.to };
  reading.positions.set(pointer, span);
  if (label !== null)
    reading.positions.set(`${pointer}/number`, { ...span, start: block.title.from, end: heading.labelEnd });
  if (heading.tick)
    reading.positions.set(`${pointer}/@tick`, { ...span, start: heading.tick.from, end: heading.tick.to });
  step.title = reading.text(`${pointer}/title`, lineText(source, heading.titleFrom, block.title.to));
  if (label === null) {
    const isFree = !next?.label || Number.parseInt(next.label, 10) > following;
    // A digit near the start may well be the number, in a spelling of the author's own.
    const isPlain = /^\p{L}\P{N}{0,9}/u.test(step.title) && !/\d/.test(step.title.slice(0, 10));
    const edits = [{ file: source.path, start: block.title.from, end: block.title.from, text: `${following}. ` }];
    reading.report(faults.missingField, span, "the step has no number", {
      help: `write \`${following}. ${step.title || "What the step achieves"}\``,
      ...(isFree && isPlain && { fix: { title: "number the step", edits } }),
    });
  } else if (step.title === "") {
    reading.report(faults.missingField, span, "the step has no title", {
      help: `write \`${label}. What the step achieves\``,
    });
  }
  return step;
}

const has = (entries: readonly Entry[], name: string): boolean => entries.some(({ label }) => label?.name === name);

/** Where the task has no label, the text that seems to belong nowhere is probably the task. */
function readLines(reading: Reading, source: SourceFile, entries: readonly Entry[], draft: StepDraft): void {
  const fields: Field[] = [];
  for (const entry of entries) {
    const { label } = entry;
    if (!label || !Object.hasOwn(LINE_FIELDS, label.name)) continue;
    const { value, rest } = lineValue(reading, source, entry, label);
    fields.push({ name: label.name, key: label.key, value });
    // A line left empty is reported as such; what stands below it was probably meant to be its value.
    const isEmpty = value.type === "text" && value.text.value === "";
    if (has(entries, "task") && (!isEmpty || LISTS.has(label.name))) reportStray(reading, source, rest);
  }
  readFields(reading, fields, LINE_FIELDS, draft);
}

/** The label's line, or the list below it. */
function lineValue(reading: Reading, source: SourceFile, entry: Entry, label: Label): { value: Value; rest: Part[] } {
  const { text, rest } = labelLine(source, entry, label);
  const [list, ...others] = rest;
  if (text.value !== "" || list?.type !== "list" || !LISTS.has(label.name)) return { value: textValue(text), rest };
  const span = { file: source.path, start: list.from, end: list.to };
  for (const item of list.items) reportNested(reading, source, item);
  const items = list.items.map((item) => textValue(sourceText(source, item.text.from, item.text.to)));
  return { value: { type: "list", span, items }, rest: others };
}

const textValue = (text: SourceText): Value => ({ type: "text", span: text.span, text });

function readProse(
  reading: Reading,
  source: SourceFile,
  entries: readonly Entry[],
  { step, pointer }: StepDraft,
): void {
  const task = only(reading, entries, "task");
  if (task?.label) {
    const prose = proseOf(source, task.parts, task.label.to);
    step.what = reading.text(`${pointer}/what`, prose.text);
    const last = task.parts.at(-1);
    const end = last ? lineText(source, last.from, last.to).span.end : task.label.to;
    reading.positions.set(`${pointer}/what/@end`, { file: source.path, start: end, end });
    if (step.what === "") reading.positions.set(`${pointer}/what`, task.label.key);
    for (const [index, { subtask, text }] of prose.subtasks.entries()) {
      reading.positions.setText(`${pointer}/subtasks/${index}`, text);
      step.subtasks.push(subtask);
    }
  }
  const how = only(reading, entries, "how");
  if (how?.label) {
    const from = how.parts[0]?.from ?? how.label.to;
    const text = sourceText(source, from, how.parts.at(-1)?.to ?? from);
    step.how = reading.text(
      `${pointer}/how`,
      text.value === "" ? text : lineText(source, text.span.start, text.span.end),
    );
  }
}

/** The one entry of that name; a second one is reported and left out. */
function only(reading: Reading, entries: readonly Entry[], name: string): Entry | undefined {
  const [first, ...others] = entries.filter((entry) => entry.label?.name === name);
  for (const { label } of others) if (label) reportTwice(reading, label.key, name);
  return first;
}

/** `lead` is what stands above the first label: stray text, unless it is the task. */
function reportMissing(
  reading: Reading,
  source: SourceFile,
  heading: StepHeading,
  entries: readonly Entry[],
  lead: readonly Part[],
  { pointer }: StepDraft,
): void {
  const place = reading.positions.at(pointer);
  if (has(entries, "task")) reportStray(reading, source, lead);
  else {
    reading.report(faults.missingField, place, "the step has no `**task:**`", {
      help: "say what has to be done after `**task:**`",
    });
  }
  if (has(entries, "target")) return;
  const at = heading.blocks[0]?.from;
  reading.report(faults.impliedField, place, "the step names no target; the developer role is assumed", {
    help: "add `**target:** coder`",
    ...(at !== undefined && {
      fix: {
        title: "add `**target:** coder`",
        edits: [{ file: source.path, start: at, end: at, text: "**target:** coder\n" }],
      },
    }),
  });
}
