import type { SourceFile } from "../../diagnostics/span.ts";
import type { Plan } from "../../plan/model.ts";
import { nearest } from "../../std/nearest.ts";
import { areaItem } from "../reading/area-item.ts";
import { type Entry, entriesOf, type Part } from "../reading/entries.ts";
import type { Field, Value } from "../reading/field.ts";
import { readFields } from "../reading/fields.ts";
import type { Label } from "../reading/labels.ts";
import type { Block } from "../reading/markdown.ts";
import { planFields } from "../reading/plan-fields.ts";
import { proseOf } from "../reading/prose.ts";
import type { Reading } from "../reading/reading.ts";
import { sectionsOf } from "../reading/sections.ts";
import { lineText, sourceText } from "../reading/source-text.ts";

const { status: _status, owner: _owner, ...labelled } = planFields;

/**
 * What stands between the title and the steps: lines such as `**Budget:** …`, then prose. The prose is the What,
 * unless headings (`## Architecture & Design Decisions`, `## How`) say otherwise.
 */
export function readIntro(reading: Reading, source: SourceFile, blocks: readonly Block[], plan: Plan): void {
  const sections = sectionsOf(source, blocks, INTRO_SECTIONS);
  const lead = sections.filter((section) => section.name === "what").flatMap((section) => section.blocks);
  const entries = entriesOf(source, lead, isIntroLabel);
  const fields: Field[] = [];
  const prose: Part[] = [...(entries[0]?.parts ?? [])];
  for (const entry of entries.slice(1)) {
    if (!entry.label) continue;
    const { field, rest } = introField(source, entry, entry.label);
    fields.push(field);
    prose.push(...rest);
  }
  readFields(reading, fields, labelled, plan);
  const place = blocks[0]?.from ?? reading.positions.at("/title").end;
  const what = proseOf(source, prose, place).text;
  if (what.value !== "") plan.what = reading.text("/what", what);
  for (const name of ["architecture", "how"] as const) {
    const section = sections.find((found) => found.name === name);
    if (!section) continue;
    plan[name] = reading.text(`/${name}`, sourceText(source, section.from, section.to));
    reading.positions.set(`/${name}/@end`, { file: source.path, start: section.to, end: section.to });
  }
}

const INTRO_SECTIONS = [
  { name: "what", label: "What", title: /^what\b/i, isDefault: true },
  { name: "architecture", label: "Architecture & Design Decisions", title: /^architecture\b/i },
  { name: "how", label: "How", title: /^how\b/i },
];

/** Any other bold words are prose, unless they are one slip away from a field. */
const isIntroLabel = (label: Label): boolean =>
  Object.hasOwn(labelled, label.name) || (nearest(label.name, Object.keys(labelled)) !== null && label.name.length > 4);

/** A line's value ends with its paragraph; what follows is prose again. Protected areas may be a list. */
function introField(source: SourceFile, entry: Entry, label: Label): { field: Field; rest: Part[] } {
  const [first, ...others] = entry.parts;
  const isOnLine = first?.type === "text" && first.from === label.to;
  const inline = isOnLine
    ? lineText(source, first.from, first.to)
    : lineText(source, label.inner?.from ?? label.to, label.inner?.to ?? label.to);
  const rest = isOnLine ? others : entry.parts;
  const list = rest[0];
  if (inline.value === "" && list?.type === "list" && label.name === "protected_areas") {
    const items = list.items.map((item) => areaItem(source, item));
    const value: Value = { type: "list", span: { file: source.path, start: list.from, end: list.to }, items };
    return { field: { name: label.name, key: label.key, value }, rest: rest.slice(1) };
  }
  return {
    field: { name: label.name, key: label.key, value: { type: "text", span: inline.span, text: inline } },
    rest,
  };
}
