import type { SourceFile } from "../../diagnostics/span.ts";
import type { Plan } from "../../plan/model.ts";
import { faults } from "../reading/faults.ts";
import type { Field } from "../reading/field.ts";
import { type FieldTable, knownFields, readFields } from "../reading/fields.ts";
import { type Frontmatter, openFrontmatter } from "../reading/frontmatter.ts";
import { isSilent, parseMarkdown } from "../reading/markdown.ts";
import { reportOpenFences } from "../reading/open-fences.ts";
import { planFields } from "../reading/plan-fields.ts";
import { proseOf } from "../reading/prose.ts";
import type { Reading } from "../reading/reading.ts";
import { HOW, onlySection, readSections, type Sections, WHAT } from "../reading/sections.ts";
import { sourceText } from "../reading/source-text.ts";
import { textOf } from "../reading/values.ts";
import { withoutTaskTable } from "./task-table.ts";

/** Reads `plan.md`: its frontmatter, and below it the story of the plan. */
export function readPlanFile(reading: Reading, source: SourceFile, plan: Plan): void {
  const front = openFrontmatter(reading, source);
  const all = parseMarkdown(source, front.bodyFrom);
  const blocks = withoutTaskTable(source, all);
  const found = readSections(reading, source, blocks, SECTIONS);
  const end = source.text.slice(0, all[blocks.length]?.from).trimEnd().length;
  noteAnchors(reading, source, front, found, end);
  reportOpenFences(reading, source, blocks);
  readHead(reading, front, plan);
  readStory(reading, source, found, front.bodyFrom, plan);
}

/** Any other heading belongs to the prose it stands in. */
const SECTIONS = [
  { name: "what", label: "What", title: WHAT, isProse: true },
  { name: "architecture", label: "Architecture & Design Decisions", title: /^architecture\b/i, isProse: true },
  { name: "how", label: "How", title: HOW, isProse: true },
];

/** Places where an edit can write what is not there yet; `@frontmatter` is -1 where there is none. */
function noteAnchors(
  reading: Reading,
  source: SourceFile,
  front: Frontmatter,
  { sections }: Sections,
  end: number,
): void {
  const at = (start: number, end = start) => ({ file: source.path, start, end });
  const last = sections.at(-1)?.heading;
  reading.positions.set("", at(front.bodyFrom));
  reading.positions.set("/@frontmatter", at(front.insertAt ?? -1));
  reading.positions.set("/@end", at(end));
  if (last) reading.positions.set("/@last-heading", at(last.from, last.to));
}

const { owner: _owner, ...sharedFields } = planFields;
const headFields = { title: readTitle, ...sharedFields } as const satisfies FieldTable<Plan>;

function readTitle(reading: Reading, field: Field, plan: Plan): void {
  const text = textOf(reading, field);
  if (!text) return;
  plan.title = reading.text("/title", text);
  if (text.value.trim() !== "") return;
  reading.positions.set("/title", field.key);
  reading.report(faults.missingField, field.key, "the plan's `title` is empty", { help: TITLE });
}

const TITLE = "say in a few words what the plan achieves: `title: …`";

function readHead(reading: Reading, front: Frontmatter, plan: Plan): void {
  const fields = knownFields(reading, front.fields, Object.keys(headFields));
  readFields(reading, fields, headFields, plan);
  if (front.isBroken || fields.some((field) => field.name === "title")) return;
  const top = { ...front.span, end: front.span.start };
  if (front.insertAt === null) {
    reading.report(faults.brokenFrontmatter, top, "the plan has no frontmatter", {
      help: "start the file with `---`, `title: …`, `---`",
    });
  } else reading.report(faults.missingField, top, "the plan has no `title`", { help: TITLE });
}

/** The prose is the What, unless headings say otherwise. */
function readStory(reading: Reading, source: SourceFile, found: Sections, bodyFrom: number, plan: Plan): void {
  const spoken = found.sections.filter((section) => section.name === "what").flatMap((section) => section.blocks);
  // Only comments keep their type, so that tick boxes stay part of the text.
  const stretches = [...found.outside.flat(), ...spoken].map((block) =>
    isSilent(block) ? block : { from: block.from, to: block.to },
  );
  const what = proseOf(source, stretches, bodyFrom).text;
  if (what.value !== "") plan.what = reading.text("/what", what);
  for (const name of ["architecture", "how"] as const) {
    const section = onlySection(reading, source, found, name);
    if (!section) continue;
    plan[name] = reading.text(`/${name}`, sourceText(source, section.from, section.to));
    reading.positions.set(`/${name}/@end`, { file: source.path, start: section.to, end: section.to });
  }
}
