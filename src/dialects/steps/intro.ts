import type { SourceFile } from "../../diagnostics/span.ts";
import type { Plan } from "../../plan/model.ts";
import { areaItem } from "../reading/area-item.ts";
import { type Entry, entriesOf, type Part } from "../reading/entries.ts";
import type { Field, Value } from "../reading/field.ts";
import { readFields } from "../reading/fields.ts";
import type { Label } from "../reading/labels.ts";
import type { Block } from "../reading/markdown.ts";
import { isOneSlip } from "../reading/one-slip.ts";
import { planFields } from "../reading/plan-fields.ts";
import { proseOf } from "../reading/prose.ts";
import type { Reading } from "../reading/reading.ts";
import { HOW, onlySection, readSections, type Section, WHAT } from "../reading/sections.ts";
import { lineText, type SourceText, sourceText } from "../reading/source-text.ts";
import { labelLine } from "./label-line.ts";

const { status: _status, owner: _owner, ...labelled } = planFields;

/**
 * What stands between the title and the steps: lines such as `**Budget:** …`, then prose. The prose is the What,
 * unless headings (`## Architecture & Design Decisions`, `## How`) say otherwise.
 */
export function readIntro(reading: Reading, source: SourceFile, blocks: readonly Block[], plan: Plan): void {
  const found = readSections(reading, source, blocks, INTRO_SECTIONS);
  const spoken = found.sections.filter((section) => section.name === "what").flatMap((section) => section.blocks);
  const entries = entriesOf(source, [...found.outside.flat(), ...spoken], () => true);
  const fields: Field[] = [];
  const prose = entries.flatMap((entry): { from: number; to: number }[] => {
    const { label, parts } = entry;
    if (!label) return parts;
    if (!isIntroLabel(label)) return [label, ...parts];
    const { field, rest } = introField(source, entry, label);
    fields.push(field);
    return rest;
  });
  fields.push(...areasSection(source, onlySection(reading, source, found, "areas")));
  readFields(reading, fields, labelled, plan);
  const place = blocks[0]?.from ?? reading.positions.at("/title").end;
  // Without their types, so that a checklist stays part of the text.
  const what = proseOf(
    source,
    prose.map(({ from, to }) => ({ from, to })),
    place,
  ).text;
  if (what.value !== "") plan.what = reading.text("/what", what);
  for (const name of ["architecture", "how"] as const) {
    const section = onlySection(reading, source, found, name);
    if (!section) continue;
    plan[name] = reading.text(`/${name}`, sourceText(source, section.from, section.to));
    reading.positions.set(`/${name}/@end`, { file: source.path, start: section.to, end: section.to });
  }
}

const INTRO_SECTIONS = [
  { name: "what", label: "What", title: WHAT, isProse: true },
  { name: "architecture", label: "Architecture & Design Decisions", title: /^architecture\b/i, isProse: true },
  { name: "how", label: "How", title: HOW, isProse: true },
  { name: "areas", label: "Protected Areas", title: /^protected areas$/i },
];

/** `## Protected Areas` with a list means what `**Protected areas:**` does. */
function areasSection(source: SourceFile, section: Section | undefined): Field[] {
  if (!section) return [];
  const span = { file: source.path, start: section.heading.title.from, end: section.heading.title.to };
  const items = section.blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  const value: Value = { type: "list", span, items: items.map((item) => areaItem(source, item)) };
  return [{ name: "protected_areas", key: span, value }];
}

/** Whether the text below the title is where this field of a plan is written. */
export const isIntroField = (name: string): boolean => Object.hasOwn(labelled, name);

/** Any other bold words are prose, unless they are one slip away from a field (`mode` is near to too many words). */
const isIntroLabel = ({ name }: Label): boolean =>
  isIntroField(name) || Object.keys(labelled).some((known) => known !== "mode" && isOneSlip(name, known));

/** Prose and a budget may run over several lines. */
const RUNS_ON = new Set(["context", "budget"]);

/** Any other value ends with its line; what follows is prose again. Protected areas may be a list. */
function introField(source: SourceFile, entry: Entry, label: Label): { field: Field; rest: Part[] } {
  const { text, rest } = RUNS_ON.has(label.name)
    ? labelParagraph(source, entry, label)
    : labelLine(source, entry, label);
  const [list, ...others] = rest;
  const field = { name: label.name, key: label.key };
  if (text.value !== "" || list?.type !== "list" || label.name !== "protected_areas")
    return { field: { ...field, value: { type: "text", span: text.span, text } }, rest };
  const span = { file: source.path, start: list.from, end: list.to };
  const items = list.items.map((item) => areaItem(source, item));
  return { field: { ...field, value: { type: "list", span, items } }, rest: others };
}

function labelParagraph(source: SourceFile, entry: Entry, label: Label): { text: SourceText; rest: Part[] } {
  const [first, ...others] = entry.parts;
  if (label.inner || first?.type !== "text" || first.from !== label.to) return labelLine(source, entry, label);
  return { text: lineText(source, first.from, first.to), rest: others };
}
