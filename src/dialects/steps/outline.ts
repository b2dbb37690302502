import type { SourceFile } from "../../diagnostics/span.ts";
import type { Block } from "../reading/markdown.ts";

type Heading = Block & { type: "heading" };

/** A numbered heading: `3. Title`, `3. ✅ Title`, `3–N. Title`, `N+1. Title`. Offsets are offsets of the file. */
export type StepHeading = {
  block: Heading;
  /** As written, `3–N` included; null for a heading that forgot its number. */
  label: string | null;
  labelEnd: number;
  tick: { from: number; to: number } | null;
  titleFrom: number;
  blocks: Block[];
};

/** The document cut into its parts: title, what stands before the steps, the steps, and what follows them. */
export type Outline = {
  title: Heading | null;
  intro: Block[];
  stepsHeading: Heading | null;
  /** Between the `Steps` heading and the first step. */
  preamble: Block[];
  steps: StepHeading[];
  after: Block[];
};

const NUMBERED = /^(\d{1,6}(?:\s*[–—-]\s*N)?|N(?:\s*\+\s*\d{1,3})?)[.)](?=\s|$)/;
const TICK = /^(\s*)(✅\uFE0F?)\s*/;

/** Heading depth is the author's choice: steps are the numbered headings at the depth of the first of them, or above it. */
export function outlineOf(source: SourceFile, blocks: readonly Block[]): Outline {
  const isNumbered = (block: Block): block is Heading =>
    block.type === "heading" && NUMBERED.test(textOf(source, block));
  const stepsAt = blocks.findIndex((block) => block.type === "heading" && /^steps$/i.test(textOf(source, block)));
  const stepsHeading = stepsAt < 0 ? null : (blocks[stepsAt] as Heading);
  const firstAt = blocks.findIndex((block, index) => index > stepsAt && isNumbered(block));
  const depth = firstAt < 0 ? 0 : (blocks[firstAt] as Heading).depth;
  const outline: Outline = { title: null, intro: [], stepsHeading, preamble: [], steps: [], after: [] };
  let ended = false;
  for (const [index, block] of blocks.entries()) {
    const isStep =
      index > stepsAt &&
      !(ended && stepsHeading) &&
      block.type === "heading" &&
      ((isNumbered(block) && block.depth <= depth) ||
        (stepsHeading !== null && startsUnnumberedStep(block, depth, stepsHeading.depth)));
    if (index === stepsAt) continue;
    if (isStep) outline.steps.push(headingOf(source, block));
    else if (
      block.type === "heading" &&
      index > stepsAt &&
      stepsHeading &&
      block.depth <= Math.max(stepsHeading.depth, 1)
    ) {
      ended = true;
      outline.after.push(block);
    } else if (ended) outline.after.push(block);
    else if (outline.steps.length > 0) outline.steps.at(-1)?.blocks.push(block);
    else if (stepsHeading && index > stepsAt) outline.preamble.push(block);
    else if (!outline.title && block.type === "heading" && block.depth === 1) outline.title = block;
    else outline.intro.push(block);
  }
  return outline;
}

/** `### Analyse the bug` among `### 1.`, `### 2.`: a step whose number was forgotten, not a part of its neighbour. */
const startsUnnumberedStep = (block: Heading, depth: number, stepsDepth: number): boolean =>
  depth === 0 ? block.depth === stepsDepth + 1 : block.depth === depth && depth > stepsDepth;

function headingOf(source: SourceFile, block: Heading): StepHeading {
  const text = textOf(source, block);
  const number = NUMBERED.exec(text);
  const labelEnd = block.title.from + (number?.[0].length ?? 0);
  const tick = TICK.exec(source.text.slice(labelEnd, block.title.to));
  const tickFrom = labelEnd + (tick?.[1]?.length ?? 0);
  const titleFrom = labelEnd + (tick?.[0].length ?? 0);
  const blank = source.text.slice(titleFrom, block.title.to).search(/\S|$/);
  return {
    block,
    label: number?.[1] ?? null,
    labelEnd,
    tick: tick ? { from: tickFrom, to: tickFrom + (tick[2]?.length ?? 0) } : null,
    titleFrom: titleFrom + blank,
    blocks: [],
  };
}

const textOf = (source: SourceFile, block: Block & { type: "heading" }): string =>
  source.text.slice(block.title.from, block.title.to);
