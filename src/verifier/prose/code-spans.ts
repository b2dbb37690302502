/** A part of a Markdown text, from its offset on: a paragraph, a list, or what separates them. */
export type Block = { start: number; text: string };

/** What stands between backticks, without them; `from` and `to` enclose the backticks as well. */
export type CodeSpan = { text: string; from: number; to: number };

/**
 * The text in blocks, split at blank lines. A fenced block is turned into blanks, so that the blocks keep the length
 * of the text and hold nothing but prose.
 */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let fence: string | null = null;
  let isOpen = false;
  let start = 0;
  for (const line of markdown.split(/(?<=\n)/)) {
    const marker: string | null = FENCE.exec(line)?.[1] ?? null;
    const isCode = fence !== null || marker !== null;
    if (fence === null) fence = marker;
    else if (marker?.startsWith(fence) && line.trim() === marker) fence = null;
    const text = isCode ? line.replace(/[^\n]/g, " ") : line;
    const isBlank = text.trim() === "";
    const last = blocks.at(-1);
    if (last && isOpen && !isBlank) last.text += text;
    else blocks.push({ start, text });
    isOpen = !isBlank;
    start += line.length;
  }
  return blocks;
}

const FENCE = /^[ \t]{0,12}(?:[-*+][ \t]{1,4})?(`{3,}(?=[^`]*$)|~{3,})/;

/** The code spans of one block: a row of backticks is closed by the next row of the same length. */
export function codeSpansIn(block: string): CodeSpan[] {
  if (!block.includes("`")) return [];
  const rows = [...block.matchAll(/`+/g)].map(({ index, 0: ticks }) => ({ index, length: ticks.length }));
  const later = Map.groupBy(rows.toReversed(), ({ length }) => length);
  const spans: CodeSpan[] = [];
  let end = 0;
  for (const { index, length } of rows) {
    const same = later.get(length) ?? [];
    same.pop();
    if (index < end) continue;
    const close = same.at(-1);
    if (!close) continue;
    end = close.index + length;
    spans.push({ text: block.slice(index + length, close.index), from: index, to: end });
  }
  return spans;
}
