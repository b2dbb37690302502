import type { SourceFile } from "../../diagnostics/span.ts";
import type { Plan, ProtectedArea } from "../../plan/model.ts";
import { areaItem } from "../reading/area-item.ts";
import { faults } from "../reading/faults.ts";
import { readFields } from "../reading/fields.ts";
import { readFrontmatter } from "../reading/frontmatter.ts";
import { parseMarkdown } from "../reading/markdown.ts";
import { reportOpenFences } from "../reading/open-fences.ts";
import { planFields } from "../reading/plan-fields.ts";
import type { Reading } from "../reading/reading.ts";
import { onlySection, reportNearSections, type Section, sectionsOf } from "../reading/sections.ts";
import { sourceText } from "../reading/source-text.ts";
import { readTaskList, type TaskList } from "./task-list.ts";
import { firstLineAsTitle } from "./title.ts";

export type Overview = {
  source: SourceFile;
  taskList: TaskList;
  verification: Section | undefined;
};

const { owner: _owner, ...overviewFields } = planFields;

const SECTIONS = [
  { name: "what", label: "What", title: /^what\b/i },
  { name: "architecture", label: "Architecture & Design Decisions", title: /^architecture\b/i },
  { name: "how", label: "How", title: /^how\b/i },
  { name: "areas", label: "Protected Areas", title: /^protected areas$/i },
  { name: "tasks", label: "Task List", title: /^task list$/i },
  { name: "verification", label: "Verification", title: /^verification$/i },
];

export function readOverview(reading: Reading, source: SourceFile, plan: Plan): Overview {
  const front = readFrontmatter(source);
  const blocks = parseMarkdown(source, front.bodyFrom);
  reading.diagnostics.push(...front.diagnostics);
  reading.positions.set("", { file: source.path, start: front.bodyFrom, end: front.bodyFrom });
  reading.positions.set("/@frontmatter", { ...front.span, start: front.insertAt ?? -1, end: front.insertAt ?? -1 });
  reportOpenFences(reading, source, blocks);
  readFields(reading, front.fields, overviewFields, plan);

  const sections = sectionsOf(source, blocks, SECTIONS);
  reportNearSections(reading, source, blocks, SECTIONS);
  const find = (name: string): Section | undefined => onlySection(reading, source, sections, name);
  const title = blocks.find((block) => block.type === "heading" && block.depth === 1);
  const what = find("what");
  for (const [name, section] of [
    ["what", what],
    ["architecture", find("architecture")],
    ["how", find("how")],
  ] as const) {
    if (section) plan[name] = readProse(reading, source, section, `/${name}`);
  }
  if (!what) {
    reading.report(faults.missingField, reading.positions.at(""), "the overview has no `## What` section", {
      help: "say what the person wants under `## What`",
    });
  }
  plan.title =
    title?.type === "heading"
      ? reading.text("/title", sourceText(source, title.title.from, title.title.to))
      : firstLineAsTitle(plan.what);
  compareAreas(reading, source, find("areas"), plan);
  return { source, taskList: readTaskList(reading, source, find("tasks")), verification: find("verification") };
}

/** The section's body, and its end as the place where more can be appended. */
function readProse(reading: Reading, source: SourceFile, section: Section, pointer: string): string {
  const text = sourceText(source, section.from, section.to);
  reading.positions.set(`${pointer}/@end`, { file: source.path, start: section.to, end: section.to });
  return reading.text(pointer, text);
}

/** The names must agree; paths may stand in either place. */
function compareAreas(reading: Reading, source: SourceFile, section: Section | undefined, plan: Plan): void {
  const listed = section ? listedAreas(source, section) : [];
  const has = (areas: readonly { name: string }[], name: string): boolean =>
    areas.some((area) => area.name.toLowerCase() === name.toLowerCase());
  for (const [index, area] of plan.protectedAreas.entries()) {
    if (!has(listed, area.name)) {
      reading.report(
        faults.protectedAreasMismatch,
        reading.positions.at(`/protectedAreas/${index}/name`),
        `\`${area.name}\` is not in the Protected Areas section`,
        {
          help: `add \`- ${area.name}\` under \`## Protected Areas\``,
        },
      );
    } else if (area.paths.length === 0) area.paths = listed.find((entry) => has([entry], area.name))?.paths ?? [];
  }
  for (const area of listed) {
    if (has(plan.protectedAreas, area.name)) continue;
    reading.report(
      faults.protectedAreasMismatch,
      area.span,
      `\`${area.name}\` is not in the frontmatter's \`protected_areas\``,
      {
        help: `add \`- ${area.name}\` to \`protected_areas:\``,
      },
    );
    plan.protectedAreas.push({ name: area.name, paths: area.paths });
  }
}

type ListedArea = ProtectedArea & { span: { file: string; start: number; end: number } };

function listedAreas(source: SourceFile, section: Section): ListedArea[] {
  const items = section.blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  return items.flatMap((item) => {
    const value = areaItem(source, item);
    const fields = value.type === "map" ? value.fields : [];
    const name = value.type === "text" ? value : fields[0]?.value;
    const paths = fields[1]?.value;
    if (name?.type !== "text" || isNothing(name.text.value)) return [];
    const texts =
      paths?.type === "list" ? paths.items.flatMap((path) => (path.type === "text" ? [path.text.value] : [])) : [];
    return [{ name: withoutNote(name.text.value), paths: texts, span: name.text.span }];
  });
}

/** `Payments — never touch` names the area `Payments`. */
const withoutNote = (text: string): string => text.replace(/\s+(?:—|–|--)\s+.*$/s, "");
const isNothing = (text: string): boolean => /^(?:none|n\/a|—|-)\.?$/i.test(text.trim()) || text.trim() === "";
