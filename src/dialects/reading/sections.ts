import type { SourceFile } from "../../diagnostics/span.ts";
import { nearest } from "../../std/nearest.ts";
import { faults } from "./faults.ts";
import type { Block } from "./markdown.ts";
import type { Reading } from "./reading.ts";

type Heading = Block & { type: "heading" };

/** A part of a document under a heading one knows. `from` and `to` enclose its body. */
export type Section = { name: string; heading: Heading | null; blocks: Block[]; from: number; to: number };

/** `label` is how the heading is spelt; `isDefault` takes what stands before the first known heading. */
export type SectionKind = { name: string; label: string; title: RegExp; isDefault?: boolean };

/** Cuts blocks at the headings whose titles are known; every other heading is content of the section it stands in. */
export function sectionsOf(source: SourceFile, blocks: readonly Block[], kinds: readonly SectionKind[]): Section[] {
  const sections: Section[] = [];
  const lead = kinds.find((kind) => kind.isDefault);
  let open: Section | null = lead ? start(lead.name, null, blocks[0]?.from ?? 0) : null;
  if (open) sections.push(open);
  for (const block of blocks) {
    const kind = block.type === "heading" ? kindOf(source, block, kinds) : undefined;
    if (kind && block.type === "heading" && !(open?.heading && block.depth > open.heading.depth)) {
      if (open?.heading === null && open.blocks.length === 0) sections.pop();
      open = start(kind.name, block, block.to);
      sections.push(open);
    } else if (open) {
      open.blocks.push(block);
      open.to = block.to;
    }
  }
  return sections;
}

const start = (name: string, heading: Heading | null, at: number): Section => ({
  name,
  heading,
  blocks: [],
  from: at,
  to: at,
});

/** Authors number sections (`## 1. What`); the number says nothing. */
function kindOf(source: SourceFile, heading: Heading, kinds: readonly SectionKind[]): SectionKind | undefined {
  const title = source.text.slice(heading.title.from, heading.title.to).replace(/^\d+[.)]\s*/, "");
  return kinds.find((kind) => kind.title.test(title));
}

/** The one section of that name; a second one is reported, because only one of them would count. */
export function onlySection(
  reading: Reading,
  source: SourceFile,
  sections: readonly Section[],
  name: string,
): Section | undefined {
  const [first, ...others] = sections.filter((section) => section.name === name);
  for (const { heading } of others) {
    if (!heading) continue;
    const kind = name === "verification" ? faults.secondContract : faults.duplicateField;
    const span = { file: source.path, start: heading.from, end: heading.to };
    reading.report(kind, span, "this section stands here twice", { help: "join the two" });
  }
  return first;
}

/** A heading one slip away from a known section (`## Verifcation`) would hide that section. */
export function reportNearSections(
  reading: Reading,
  source: SourceFile,
  blocks: readonly Block[],
  kinds: readonly SectionKind[],
): void {
  for (const block of blocks) {
    if (block.type !== "heading" || kindOf(source, block, kinds)) continue;
    const { from, to } = block.title;
    const meant = nearest(
      source.text.slice(from, to),
      kinds.map((kind) => kind.label),
    );
    if (meant === null) continue;
    reading.report(
      faults.unknownField,
      { file: source.path, start: from, end: to },
      "this is not a section of a plan",
      {
        help: `did you mean \`## ${meant}\`?`,
        fix: { title: `write \`${meant}\``, edits: [{ file: source.path, start: from, end: to, text: meant }] },
      },
    );
  }
}
