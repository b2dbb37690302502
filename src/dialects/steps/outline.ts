import type { SourceFile } from "../../diagnostics/span.ts";
import { labelsIn } from "../reading/labels.ts";
import type { Block } from "../reading/markdown.ts";
import { isOneSlip } from "../reading/one-slip.ts";

type Heading = Block & { type: "heading" };

/** A numbered heading: `3. Title`, `3. ✅ Title`, `Step 3: Title`, `3–N. Title`, `N+1. Title`. Offsets are offsets of the file. */
export type StepHeading = {
  block: Heading;
  /** As written, `3–N` included; null for a heading that forgot its number. */
  label: string | null;
  labelEnd: number;
  tick: { from: number; to: number } | null;
  titleFrom: number;
  blocks: Block[];
};

/** The document cut into its parts: title, what stands before the steps, and the steps. */
export type Outline = {
  title: Heading | null;
  intro: Block[];
  /** Spelt `Steps`, or one slip away from it. */
  stepsHeading: Heading | null;
  steps: StepHeading[];
  /** What stands under `Steps` but in no step: above the first, below the last, or under a heading of its own. */
  outside: Block[][];
};

const NUMBERED = /^(?:[Ss]tep\s+)?(\d{1,6}(?:\s*[–—-]\s*N)?|N(?:\s*\+\s*\d{1,3})?)(?:[.):](?=\s|$)|\s+[–—-](?=\s))/;
const TICK = /^(\s*)(✅\uFE0F?)\s*/;

/** Heading depth is the author's choice: steps are the numbered headings at the depth of the first of them, or above it. */
export function outlineOf(source: SourceFile, blocks: readonly Block[]): Outline {
  const stepsHeading = stepsHeadingOf(source, blocks);
  const body = stepsHeading ? blocks.slice(blocks.indexOf(stepsHeading) + 1) : blocks;
  const intro = blocks.slice(0, blocks.length - body.length).filter((block) => block !== stepsHeading);
  const outline: Outline = { title: null, intro, stepsHeading, steps: [], outside: [] };
  if (stepsHeading) readBody(source, body, stepsHeading, outline);
  else readBodyWithoutHeading(source, body, outline);
  const depth = stepsHeading?.depth ?? 1;
  const title = outline.intro.find((block) => isHeading(block) && (block.depth === 1 || block.depth < depth));
  if (title && isHeading(title)) {
    outline.title = title;
    outline.intro = outline.intro.filter((block) => block !== title);
  }
  return outline;
}

const isHeading = (block: Block): block is Heading => block.type === "heading";
const textOf = (source: SourceFile, { title }: Heading): string => source.text.slice(title.from, title.to);
const isNumbered = (source: SourceFile, block: Block): block is Heading =>
  isHeading(block) && NUMBERED.test(textOf(source, block));

function stepsHeadingOf(source: SourceFile, blocks: readonly Block[]): Heading | null {
  const headings = blocks.filter(isHeading);
  const spelt = (test: (text: string) => boolean): Heading | undefined =>
    headings.find((heading) => test(textOf(source, heading).toLowerCase()));
  return spelt((text) => text === "steps") ?? spelt((text) => isOneSlip(text, "steps")) ?? null;
}

/** What stands before the first numbered heading is the intro; every other heading is content of its step. */
function readBodyWithoutHeading(source: SourceFile, body: readonly Block[], outline: Outline): void {
  const depth = body.find((block) => isNumbered(source, block))?.depth ?? 0;
  let open = outline.intro;
  for (const block of body) {
    if (isNumbered(source, block) && block.depth <= depth) open = openStep(source, block, outline);
    else open.push(block);
  }
}

/**
 * Any heading at the level of the steps, or above it, ends the step before it. It begins another if it is numbered; or if
 * it has fields, because then it only forgot its number. Once a heading as high as `Steps` has come, numbers alone do not
 * make a step: they may count something else.
 */
function readBody(source: SourceFile, body: readonly Block[], stepsHeading: Heading, outline: Outline): void {
  const depth = body.find((block) => isNumbered(source, block))?.depth ?? stepsHeading.depth + 1;
  let isOver = false;
  let depthOutside = 0;
  let open: Block[] = [];
  outline.outside.push(open);
  const startsStep = (heading: Heading, index: number): boolean => {
    const isHigh = heading.depth <= depth;
    if (isNumbered(source, heading) && isHigh && !isOver) return true;
    return (isHigh || isNumbered(source, heading)) && hasFields(source, body, index);
  };
  for (const [index, block] of body.entries()) {
    if (isHeading(block) && startsStep(block, index)) {
      if (open === outline.outside.at(-1) && open.every((each) => isGroup(source, each))) outline.outside.pop();
      open = openStep(source, block, outline);
      depthOutside = 0;
    } else if (!isHeading(block) || block.depth > depth || (depthOutside > 0 && block.depth > depthOutside)) {
      open.push(block);
    } else {
      isOver ||= block.depth <= stepsHeading.depth;
      depthOutside = block.depth;
      open = [block];
      outline.outside.push(open);
    }
  }
}

/** A heading that only groups the steps below it says nothing that could be lost; an underlined line may. */
const isGroup = (source: SourceFile, block: Block): boolean =>
  isHeading(block) && source.text.startsWith("#", block.from);

function openStep(source: SourceFile, block: Heading, outline: Outline): Block[] {
  const step = headingOf(source, block);
  outline.steps.push(step);
  return step.blocks;
}

/** A step begins with one of these; a contract may also follow a heading inside of its task. */
const FIRST_FIELDS = new Set(["target", "task"]);

/** Whether a step's first fields are written between this heading and the next. */
function hasFields(source: SourceFile, blocks: readonly Block[], index: number): boolean {
  for (let at = index + 1; at < blocks.length; at++) {
    const block = blocks[at];
    if (!block || isHeading(block)) return false;
    if (block.type === "paragraph" && labelsIn(source, block).some(({ name }) => FIRST_FIELDS.has(name))) return true;
  }
  return false;
}

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
