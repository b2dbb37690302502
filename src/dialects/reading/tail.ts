import type { SourceFile } from "../../diagnostics/span.ts";
import { type Block, parseMarkdown } from "./markdown.ts";
import { splitLines } from "./source-text.ts";

/**
 * A label right below a list or a quote, without a blank line between them:
 *
 *     - file:src/app.py
 *     **task:**
 *
 * Markdown reads the second line, and even a list that follows it, as more of the block above. No author means that:
 * the block ends above the label, and each label begins anew.
 */
export function splitTail(source: SourceFile, block: Block): Block[] {
  const isQuote = block.type === "aside" && source.text[block.from] === ">";
  if (block.type !== "list" && !isQuote) return [block];
  const cuts = splitLines(source.text, block.from, block.to)
    .map((line) => line.from)
    .filter((from) => LABEL_LINE.test(source.text.slice(from, from + 60)));
  const [first] = cuts;
  if (first === undefined) return [block];
  const tail = cuts.flatMap((from, index) => parseMarkdown(source, from, cuts[index + 1] ?? block.to));
  return [shortened(block, first), ...tail];
}

/** At the very start of the line: what is indented belongs to the block. */
const LABEL_LINE = /^(?:\*\*|__)[A-Za-z][A-Za-z0-9_ -]{0,40}?[ \t]*(?::|\*\*[ \t]*:|__[ \t]*:)/;

function shortened(block: Block, to: number): Block {
  if (block.type !== "list") return { ...block, to };
  const items = block.items
    .filter((item) => item.from < to)
    .map((item) => ({
      ...item,
      to: Math.min(item.to, to),
      text: { from: item.text.from, to: Math.min(item.text.to, to) },
      codes: item.codes.filter((code) => code.to <= to),
    }));
  return { ...block, to, items };
}
