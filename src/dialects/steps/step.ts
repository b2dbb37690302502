import type { SourceFile, Span } from "../../diagnostics/span.ts";
import type { Step } from "../../plan/model.ts";
import { nearest } from "../../std/nearest.ts";
import { type Entry, entriesOf, type Part } from "../reading/entries.ts";
import { faults } from "../reading/faults.ts";
import type { Field, Value } from "../reading/field.ts";
import { readFields, reportUnknown } from "../reading/fields.ts";
import type { Label } from "../reading/labels.ts";
import { proseOf } from "../reading/prose.ts";
import type { Reading } from "../reading/reading.ts";
import { lineText, sourceText, splitLines } from "../reading/source-text.ts";
import { newStep, putContract, type StepDraft, stepFields } from "../reading/step-fields.ts";
import { readContract } from "./contract.ts";
import { readFiles } from "./files.ts";
import type { StepHeading } from "./outline.ts";
import { readStatusLine } from "./status-line.ts";
import { reportStray } from "./stray.ts";

const { status: _status, fail_count: _failCount, ...lineFields } = stepFields;
const KNOWN = [...Object.keys(lineFields), "task", "how", "contract", "files", "status"];
const PROSE = new Set(["task", "how"]);
const LISTS = new Set(["subscriptions", "depends_on", "needs"]);

/** Reads one numbered heading and the fields below it. `before` are the steps above, for numbering. */
export function readStep(reading: Reading, source: SourceFile, heading: StepHeading, before: readonly Step[]): Step {
  const pointer = `/steps/${before.length}`;
  const step = stepOf(reading, source, heading, before, pointer);
  const draft: StepDraft = { step, pointer, idOf: (reference) => reference.replace(/^(?:step\s+|#)/i, "") };
  const entries = entriesOf(source, heading.blocks, isStepLabel);
  const labels = entries.flatMap((entry) => (entry.label ? [entry.label] : []));

  reportStray(reading, source, entries[0]?.parts ?? []);
  readLines(reading, source, entries, draft);
  readProse(reading, source, entries, draft);
  readFiles(reading, source, only(reading, entries, "files"), draft);
  readStatusLine(reading, source, only(reading, entries, "status"), draft);
  putContract(draft, readContract(reading, source, entries, pointer));
  reportMissing(reading, source, heading, labels, draft);
  return step;
}

function stepOf(
  reading: Reading,
  source: SourceFile,
  heading: StepHeading,
  before: readonly Step[],
  pointer: string,
): Step {
  const following = (before.at(-1)?.number ?? 0) + 1;
  const { label, block } = heading;
  const isTemplate = label !== null && !/^\d+$/.test(label);
  const number = label === null ? following : Number.parseInt(label, 10) || following;
  const step = newStep(label === null ? String(following) : label.replace(/\s+/g, ""), number);
  if (isTemplate) step.template = step.id;
  if (heading.tick) step.status = "done";
  const span = { file: source.path, start: block.from, end: block.to };
  reading.positions.set(pointer, span);
  reading.positions.set(`${pointer}/number`, {
    ...span,
    start: block.title.from,
    end: Math.max(heading.labelEnd, block.title.from),
  });
  if (heading.tick)
    reading.positions.set(`${pointer}/@tick`, { ...span, start: heading.tick.from, end: heading.tick.to });
  step.title = reading.text(`${pointer}/title`, lineText(source, heading.titleFrom, block.title.to));
  if (step.title === "")
    reading.report(faults.missingField, span, "the step has no title", {
      help: "write `### 1. What the step achieves`",
    });
  if (label === null) {
    reading.report(faults.missingField, span, "the step has no number", {
      help: `write \`${following}. ${step.title}\``,
      fix: {
        title: "number the step",
        edits: [{ file: source.path, start: block.title.from, end: block.title.from, text: `${following}. ` }],
      },
    });
  }
  return step;
}

/** Inside a task, bold words are prose unless they are a field or, in lower case, one slip away from one. */
function isStepLabel(label: Label, open: Label | null): boolean {
  if (KNOWN.includes(label.name)) return true;
  const isInProse = open !== null && PROSE.has(open.name);
  return !isInProse || (label.isLowerCase && nearest(label.name, KNOWN) !== null);
}

function readLines(reading: Reading, source: SourceFile, entries: readonly Entry[], draft: StepDraft): void {
  const fields: Field[] = [];
  for (const entry of entries) {
    const { label } = entry;
    if (!label || PROSE.has(label.name) || ["contract", "files", "status"].includes(label.name)) continue;
    const { value, rest } = lineValue(source, entry, label);
    fields.push({ name: label.name, key: label.key, value });
    reportStray(reading, source, rest);
  }
  const siblings = entries.flatMap(({ label }) =>
    label ? [{ name: label.name, key: label.key, value: emptyValue(label.key) }] : [],
  );
  for (const field of fields.filter((each) => !KNOWN.includes(each.name)))
    reportUnknown(reading, field, KNOWN, siblings);
  readFields(
    reading,
    fields.filter((each) => KNOWN.includes(each.name)),
    lineFields,
    draft,
  );
}

/** The rest of the label's line, or the list below it. */
function lineValue(source: SourceFile, entry: Entry, label: Label): { value: Value; rest: Part[] } {
  const [first, ...others] = entry.parts;
  if (first?.type === "list" && LISTS.has(label.name)) {
    const items = first.items.map((item): Value => {
      const text = sourceText(source, item.text.from, item.text.to);
      return { type: "text", span: text.span, text };
    });
    return {
      value: { type: "list", span: { file: source.path, start: first.from, end: first.to }, items },
      rest: others,
    };
  }
  if (label.inner) return { value: textValue(source, label.inner.from, label.inner.to), rest: entry.parts };
  if (first?.type !== "text") return { value: textValue(source, label.to, label.to), rest: entry.parts };
  const [line, ...more] = splitLines(source.text, first.from, first.to);
  const isOnLine = line && source.text.slice(label.to, line.from).trim() === "";
  if (!isOnLine) return { value: textValue(source, label.to, label.to), rest: entry.parts };
  const rest = more.map((each): Part => ({ type: "text", ...each, codes: [] }));
  return { value: textValue(source, line.from, line.to), rest: [...rest, ...others] };
}

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
    const end = task.parts.at(-1)?.to ?? task.label.to;
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
  for (const other of others) {
    if (other.label)
      reading.report(faults.duplicateField, other.label.key, `\`${name}\` is written twice`, {
        help: "keep one of the two",
      });
  }
  return first;
}

function reportMissing(
  reading: Reading,
  source: SourceFile,
  heading: StepHeading,
  labels: readonly Label[],
  draft: StepDraft,
): void {
  const has = (name: string): boolean => labels.some((label) => label.name === name);
  const isNear = (name: string): boolean =>
    labels.some((label) => !KNOWN.includes(label.name) && nearest(label.name, KNOWN) === name);
  const place: Span = reading.positions.at(draft.pointer);
  if (!has("task") && !isNear("task")) {
    reading.report(faults.missingField, place, "the step has no `**task:**`", {
      help: "say what has to be done after `**task:**`",
    });
  }
  if (has("target") || isNear("target")) return;
  const at = heading.blocks[0]?.from;
  const line = source.text.includes("\r\n") ? "**target:** coder\r\n" : "**target:** coder\n";
  reading.report(faults.impliedField, place, "the step names no target; the developer role is assumed", {
    help: "add `**target:** coder`",
    ...(at !== undefined && {
      fix: { title: "add `**target:** coder`", edits: [{ file: source.path, start: at, end: at, text: line }] },
    }),
  });
}

const textValue = (source: SourceFile, from: number, to: number): Value => {
  const text = lineText(source, from, to);
  return { type: "text", span: text.span, text };
};

const emptyValue = (span: Span): Value => ({ type: "text", span, text: { value: "", span, lines: [] } });
