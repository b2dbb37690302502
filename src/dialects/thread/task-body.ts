import type { SourceFile } from "../../diagnostics/span.ts";
import { asOneLine } from "../reading/escapes.ts";
import { firstLineAsTitle } from "../reading/first-line-title.ts";
import { type Block, isSilent } from "../reading/markdown.ts";
import type { Reading } from "../reading/reading.ts";
import { HOW, onlySection, readSections, type Section } from "../reading/sections.ts";
import { type SourceText, sourceText } from "../reading/source-text.ts";

/** `heading` is where the title is written; null when the task's first line stands in for it. */
export type TaskBody = {
  title: string;
  heading: { from: number; to: number } | null;
  what: SourceText;
  how: Section | undefined;
};

/**
 * What stands below a task's frontmatter: the What, and a How at its end. A `# Heading` above the What is the title;
 * one with nothing below it is all the task has to say.
 */
export function readTaskBody(
  reading: Reading,
  source: SourceFile,
  blocks: readonly Block[],
  bodyFrom: number,
): TaskBody {
  const found = readSections(reading, source, blocks, [{ name: "how", label: "How", title: HOW, isProse: true }]);
  const how = onlySection(reading, source, found, "how");
  const own = found.outside.flat();
  const [first, ...others] = own;
  const heading = first?.type === "heading" && first.depth === 1 && first.title.from < first.title.to ? first : null;
  const isTitled = heading !== null && !others.every(isSilent);
  const from = isTitled ? heading.to : bodyFrom;
  const to = own.every(isSilent) ? from : (found.sections[0]?.heading.from ?? source.text.length);
  const what = sourceText(source, from, to);
  return {
    title: heading ? asOneLine(source.text.slice(heading.title.from, heading.title.to)) : firstLineAsTitle(what.value),
    heading: isTitled ? heading.title : null,
    what,
    how,
  };
}
