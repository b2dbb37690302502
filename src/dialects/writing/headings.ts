import { parseMarkdown } from "../reading/markdown.ts";

const DEEPEST = 6;

/** Prose whose headings all stand at `least` or deeper, in the order of rank they had; the text itself when they do. */
export function withDeeperHeadings(text: string, least: number): string {
  const headings = parseMarkdown({ path: "", text }, 0).flatMap((block) => (block.type === "heading" ? [block] : []));
  const shift = least - headings.reduce((top, heading) => Math.min(top, heading.depth), least);
  if (shift === 0) return text;
  let written = "";
  let at = 0;
  for (const { from, to, depth, title } of headings) {
    const marks = "#".repeat(Math.min(depth + shift, DEEPEST));
    written += `${text.slice(at, from)}${marks} ${text.slice(title.from, title.to).replace(/\s*\n\s*/g, " ")}`;
    at = to;
  }
  return written + text.slice(at);
}
