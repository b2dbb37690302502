import type { SourceFile, Span } from "../../diagnostics/span.ts";
import { nearest } from "../../std/nearest.ts";
import { faults } from "./faults.ts";
import { type Block, isSilent } from "./markdown.ts";
import type { Reading } from "./reading.ts";

type Heading = Block & { type: "heading" };

/** A part of a document under a heading one knows. `from` and `to` enclose its body. */
export type Section = { name: string; heading: Heading; blocks: Block[]; from: number; to: number };

/**
 * `label` is how the heading is spelt, `aka` is what people write instead. A section of prose may have headings of its
 * own; one that is open to no doubt counts even below such a section (`isPlain`).
 */
export type SectionKind = {
  name: string;
  label: string;
  title: RegExp;
  aka?: RegExp;
  isProse?: boolean;
  isPlain?: boolean;
};

/** `## What`, `## What — the goal`; but `## What we leave out` is a heading of the author's own. */
export const WHAT = /^what(?:$|\s*[:(—–-])/i;
export const HOW = /^how(?:$|\s*[:(—–-])/i;

/** `outside` is what stands in no section, piece by piece; the first piece is what stands above them all. */
export type Sections = { sections: Section[]; outside: Block[][] };

/**
 * Cuts blocks at the headings whose titles are known. Any other heading is content of the prose it stands in, and so is
 * one that is deeper than its section's. A heading one slip away from a section that is missing is reported, and then
 * taken for it.
 */
export function readSections(
  reading: Reading,
  source: SourceFile,
  blocks: readonly Block[],
  kinds: readonly SectionKind[],
): Sections {
  const missing = kinds.filter((kind) => !blocks.some((block) => isHeading(block) && kindOf(source, block, [kind])));
  const top = blocks.find(isHeading);
  const sections: Section[] = [];
  const outside: Block[][] = [[]];
  let open = null as OpenSection | null;
  const isInner = ({ depth }: Heading): boolean => open !== null && depth > open.section.heading.depth;
  const kindOpenedBy = (heading: Heading): SectionKind | undefined => {
    const known = kindOf(source, heading, kinds);
    if (isInner(heading) && !open?.isLoose) return known?.isPlain ? known : undefined;
    const isTitle = heading === top && heading.depth === 1;
    return known || isTitle || isInner(heading) ? known : misspeltKind(reading, source, heading, missing);
  };
  for (const block of blocks) {
    const heading = isHeading(block) ? block : null;
    const kind = heading ? kindOpenedBy(heading) : undefined;
    if (heading && kind) {
      const section: Section = { name: kind.name, heading, blocks: [], from: heading.to, to: heading.to };
      sections.push(section);
      open = { section, isProse: kind.isProse === true, isLoose: false };
      continue;
    }
    if (heading && open && !isInner(heading)) {
      if (open.isProse) open.isLoose = true;
      else {
        open = null;
        outside.push([]);
      }
    }
    if (open) {
      open.section.blocks.push(block);
      open.section.to = block.to;
    } else outside.at(-1)?.push(block);
  }
  return { sections, outside };
}

/** Loose is a section in which a heading of the author's own has come: below that one, known headings count at any depth. */
type OpenSection = { section: Section; isProse: boolean; isLoose: boolean };

const isHeading = (block: Block): block is Heading => block.type === "heading";

/** Authors number sections (`## 1. What`); the number says nothing. */
function titleOf(source: SourceFile, { title }: Heading): { span: Span; text: string } {
  const number = /^\d+[.)]\s*/.exec(source.text.slice(title.from, title.to))?.[0].length ?? 0;
  const start = title.from + number;
  return { span: { file: source.path, start, end: title.to }, text: source.text.slice(start, title.to) };
}

function kindOf(source: SourceFile, heading: Heading, kinds: readonly SectionKind[]): SectionKind | undefined {
  const { text } = titleOf(source, heading);
  return kinds.find((kind) => kind.title.test(text));
}

/** `## Verifcation` would hide the section it means. Four letters are near to many words, so the first has to be right. */
function misspeltKind(
  reading: Reading,
  source: SourceFile,
  heading: Heading,
  missing: readonly SectionKind[],
): SectionKind | undefined {
  const { span, text } = titleOf(source, heading);
  const candidates = missing.filter(
    ({ label }) => label.length > 4 || label.charAt(0).toLowerCase() === text.charAt(0).toLowerCase(),
  );
  const meant =
    missing.find(({ aka }) => aka?.test(text))?.label ??
    nearest(
      text,
      candidates.map((kind) => kind.label),
    );
  if (meant === null) return undefined;
  reading.report(faults.unknownField, span, `\`${text}\` is not a section of a plan`, {
    help: `did you mean \`${meant}\`?`,
    fix: { title: `write \`${meant}\``, edits: [{ ...span, text: meant }] },
  });
  return missing.find((kind) => kind.label === meant);
}

/** The heading above all sections, unless it stands on a level with them. */
export function documentTitle({ sections, outside }: Sections): Heading | null {
  const title = outside[0]?.find(isHeading);
  const isAbove = title && (title.depth === 1 || sections.some((section) => section.heading.depth > title.depth));
  return isAbove ? title : null;
}

/** What stands in no section is in nobody's prompt. Where the What is missing, the text at the top is probably it. */
export function reportOutside(reading: Reading, source: SourceFile, { sections, outside }: Sections): void {
  const title = documentTitle({ sections, outside });
  const hasWhat = sections.some((section) => section.name === "what");
  for (const [index, blocks] of outside.entries()) {
    const first = blocks.find((block) => block !== title && !isSilent(block));
    if (!first || (index === 0 && !hasWhat)) continue;
    const end = first.from + source.text.slice(first.from, first.to).search(/[\r\n]|$/);
    reading.report(faults.strayText, { file: source.path, start: first.from, end }, "this text belongs to no section", {
      help: "move it into `## What` or `## How`",
    });
  }
}

/** The one section of that name; a second one is reported, because only one of them would count. */
export function onlySection(
  reading: Reading,
  source: SourceFile,
  { sections }: Sections,
  name: string,
): Section | undefined {
  const [first, ...others] = sections.filter((section) => section.name === name);
  for (const { heading } of others) {
    const kind = name === "verification" ? faults.secondContract : faults.duplicateField;
    const { span, text } = titleOf(source, heading);
    reading.report(kind, span, `\`${text}\` is the second section of its kind`, { help: "join the two" });
  }
  return first;
}
