import type { SourceFile } from "../../diagnostics/span.ts";
import { type Label, labelsIn } from "./labels.ts";
import type { Block } from "./markdown.ts";
import { rangesWithin } from "./ranges.ts";
import { splitTail } from "./tail.ts";

export type TextPart = { type: "text"; from: number; to: number; codes: { from: number; to: number }[] };
export type Part = TextPart | Exclude<Block, { type: "paragraph" }>;

/** A label with everything written after it, up to the next one; the first entry may have no label. */
export type Entry = { label: Label | null; parts: Part[] };

/** Cuts blocks at their labels. `isLabel` decides, given the label it would end, whether bold words open a field. */
export function entriesOf(
  source: SourceFile,
  blocks: readonly Block[],
  isLabel: (label: Label, open: Label | null) => boolean,
): Entry[] {
  let open: Entry = { label: null, parts: [] };
  const entries = [open];
  for (const block of blocks.flatMap((each) => splitTail(source, each))) {
    if (block.type !== "paragraph") {
      open.parts.push(block);
      continue;
    }
    let from = block.from;
    for (const label of labelsIn(source, block)) {
      if (!isLabel(label, open.label)) continue;
      addText(open, source, block, from, label.from);
      open = { label, parts: [] };
      entries.push(open);
      from = label.to;
    }
    addText(open, source, block, from, block.to);
  }
  return entries;
}

function addText(
  entry: Entry,
  source: SourceFile,
  block: Block & { type: "paragraph" },
  from: number,
  to: number,
): void {
  if (withoutComments(source, block, from, to).trim() === "") return;
  const codes = rangesWithin(block.codes, from, to);
  entry.parts.push({ type: "text", from, to, codes });
}

function withoutComments(source: SourceFile, block: Block & { type: "paragraph" }, from: number, to: number): string {
  const comments = rangesWithin(block.comments, from, to);
  const starts = [from, ...comments.map((comment) => comment.to)];
  return starts.map((start, index) => source.text.slice(start, comments[index]?.from ?? to)).join("");
}
