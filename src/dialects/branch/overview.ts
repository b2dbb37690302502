import type { SourceFile, Span } from "../../diagnostics/span.ts";
import type { Plan, ProtectedArea } from "../../plan/model.ts";
import { trimEndOf } from "../../std/trim-end-of.ts";
import { areaItem } from "../reading/area-item.ts";
import { faults } from "../reading/faults.ts";
import { readFields } from "../reading/fields.ts";
import { firstLineAsTitle } from "../reading/first-line-title.ts";
import { openFrontmatter } from "../reading/frontmatter.ts";
import { parseMarkdown } from "../reading/markdown.ts";
import { isNothing } from "../reading/nothing.ts";
import { reportOpenFences } from "../reading/open-fences.ts";
import { planFields } from "../reading/plan-fields.ts";
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
import { lineText, sourceText } from "../reading/source-text.ts";
import { readTaskList, type TaskList } from "./task-list.ts";

export type Overview = {
  source: SourceFile;
  taskList: TaskList;
  verification: Section | undefined;
};

const { owner: _owner, ...overviewFields } = planFields;

export const SECTIONS = [
  { name: "what", label: "What", title: WHAT, isProse: true },
  { name: "architecture", label: "Architecture & Design Decisions", title: /^architecture\b/i, isProse: true },
  { name: "how", label: "How", title: HOW, isProse: true },
  { name: "areas", label: "Protected Areas", title: /^protected areas$/i },
  { name: "tasks", label: "Task List", title: /^task list$/i },
  { name: "verification", label: "Verification", title: /^verification$/i },
];

export function readOverview(reading: Reading, source: SourceFile, plan: Plan): Overview {
  const front = openFrontmatter(reading, source);
  const blocks = parseMarkdown(source, front.bodyFrom);
  reading.positions.set("", { file: source.path, start: front.bodyFrom, end: front.bodyFrom });
  reading.positions.set("/@frontmatter", { ...front.span, start: front.insertAt ?? -1, end: front.insertAt ?? -1 });
  reportOpenFences(reading, source, blocks);
  readFields(reading, front.fields, overviewFields, plan);

  const found = readSections(reading, source, blocks, SECTIONS);
  const find = (name: string): Section | undefined => onlySection(reading, source, found, name);
  reportOutside(reading, source, found);
  for (const name of ["what", "architecture", "how"] as const) {
    const section = find(name);
    if (section) plan[name] = readProse(reading, source, section, `/${name}`);
  }
  if (plan.what === "" && !reading.partlyRead.has(source.path)) {
    const isEmpty = reading.positions.has("/what");
    const message = isEmpty ? "the overview's `## What` is empty" : "the overview has no `## What` section";
    reading.report(faults.missingField, reading.positions.at("/what"), message, {
      help: "say what the person wants under `## What`",
    });
  }
  const title = documentTitle(found)?.title;
  plan.title = title ? reading.text("/title", sourceText(source, title.from, title.to)) : firstLineAsTitle(plan.what);
  compareAreas(reading, source, find("areas"), plan);
  return { source, taskList: readTaskList(reading, source, find("tasks")), verification: find("verification") };
}

/** The section's body, and its end as the place where more can be appended. */
function readProse(reading: Reading, source: SourceFile, section: Section, pointer: string): string {
  const text = sourceText(source, section.from, section.to);
  reading.positions.set(`${pointer}/@end`, { file: source.path, start: section.to, end: section.to });
  reading.positions.set(`${pointer}/@heading`, {
    file: source.path,
    start: section.heading.from,
    end: section.heading.to,
  });
  return reading.text(pointer, text);
}

/** The names must agree; paths may stand in either place. What could not be read in one of them is not missing there. */
function compareAreas(reading: Reading, source: SourceFile, section: Section | undefined, plan: Plan): void {
  const known = new Set(plan.protectedAreas.map((area) => area.name.toLowerCase()));
  const listed = section ? listedAreas(reading, source, section, known) : [];
  const isUnread = (span: Span | undefined): boolean =>
    reading.partlyRead.has(source.path) || (span !== undefined && reading.hasFaultIn(span));
  const isListUnread = isUnread(section && { file: source.path, start: section.heading.from, end: section.to });
  const isFieldUnread = isUnread(
    reading.positions.has("/protectedAreas") ? reading.positions.at("/protectedAreas") : undefined,
  );
  const byName = <A extends { name: string }>(areas: readonly A[]) =>
    new Map(areas.map((area) => [area.name.toLowerCase(), area]));
  const listedByName = byName(listed);
  const written = byName(plan.protectedAreas);
  for (const [index, area] of plan.protectedAreas.entries()) {
    const twin = listedByName.get(area.name.toLowerCase());
    if (twin && area.paths.length === 0) area.paths = twin.paths;
    if (twin || isListUnread) continue;
    const place = reading.positions.at(`/protectedAreas/${index}/name`);
    reading.report(faults.protectedAreasMismatch, place, `\`${area.name}\` is not in the Protected Areas section`, {
      help: `add ${asEntry(area)} under \`## Protected Areas\``,
    });
  }
  for (const { name, paths, span } of listed) {
    if (written.has(name.toLowerCase())) continue;
    reading.positions.set(`/protectedAreas/${plan.protectedAreas.length}`, span);
    plan.protectedAreas.push({ name, paths });
    if (isFieldUnread) continue;
    const message = `\`${name}\` is not in the frontmatter's \`protected_areas\``;
    reading.report(faults.protectedAreasMismatch, span, message, { help: `add \`- ${name}\` to \`protected_areas:\`` });
  }
}

/** As a line of the list, with backticks around its paths, which Markdown would read otherwise. */
function asEntry({ name, paths }: ProtectedArea): string {
  const all = paths.map((path) => `\`${path}\``).join(", ");
  if (paths.length === 0) return `\`- ${name}\``;
  return `\`\` - ${name === paths[0] ? all : `${name}: ${all}`} \`\``;
}

type ListedArea = ProtectedArea & { span: Span };

function listedAreas(reading: Reading, source: SourceFile, section: Section, known: ReadonlySet<string>): ListedArea[] {
  const items = section.blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  const prose = section.blocks.find((block) => block.type === "paragraph");
  if (items.length === 0 && prose && !isNothing(source.text.slice(prose.from, prose.to))) {
    const { span } = lineText(source, prose.from, prose.to);
    reading.report(faults.protectedAreasMismatch, span, "protected areas are named in a list", {
      help: "write one `- Area` line for each, or `None.`",
    });
  }
  return items.flatMap((item) => {
    const value = areaItem(source, item);
    const fields = value.type === "map" ? value.fields : [];
    const name = value.type === "text" ? value : fields[0]?.value;
    const paths = fields[1]?.value;
    if (name?.type !== "text" || isNothing(name.text.value)) return [];
    const texts =
      paths?.type === "list" ? paths.items.flatMap((path) => (path.type === "text" ? [path.text.value] : [])) : [];
    const bare = texts[0] === name.text.value ? name.text.value : withoutNote(name.text.value, known);
    const span = { ...name.text.span, end: name.text.span.start + bare.length };
    return [{ name: bare, paths: texts, span }];
  });
}

/** `Payments — never touch` names the area `Payments`. What follows a colon is a note if that makes it a `known` name. */
function withoutNote(text: string, known: ReadonlySet<string>): string {
  const dash = /\s(?:—|–|--?)\s/.exec(text)?.index ?? text.length;
  const bare = trimEndOf(text.slice(0, dash), " \t\n*_:");
  const [before = ""] = bare.split(":", 1);
  const short = trimEndOf(before, " \t\n*_");
  return known.has(short.toLowerCase()) ? short : bare;
}
