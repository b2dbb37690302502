import type { SourceFile } from "../../diagnostics/span.ts";
import { applyEdits, type TextEdit } from "../../diagnostics/text-edit.ts";
import type { Parsed, WrittenStep } from "../../ports/dialect.ts";
import { EditError } from "../reading/checked-edit.ts";
import { insertBlock, replaceSpan, sourceOf, stepIndex } from "../reading/edit-tools.ts";
import { asOneLine } from "../reading/escapes.ts";
import { numberAfter } from "../reading/expanded-steps.ts";
import { readFrontmatter } from "../reading/frontmatter.ts";
import { inLineEndings, lineEndingOf } from "../reading/line-ending.ts";
import { parseMarkdown } from "../reading/markdown.ts";
import { outlineOf, type StepHeading } from "./outline.ts";

/**
 * Writes the text of a template once for each step that it stands for, with the step's own number, title and task, and
 * gives steps such as `N+1` below it their numbers.
 */
export function expandTemplate(parsed: Parsed, id: string, steps: readonly WrittenStep[]): TextEdit[] {
  const index = stepIndex(parsed, id);
  const template = parsed.plan.steps[index];
  if (template?.template === undefined) throw new EditError(`step \`${id}\` is no template`);
  if (steps.length === 0) throw new EditError(`step \`${id}\` would stand for no step at all`);
  const last = template.number + steps.length - 1;
  refuseUnclear(parsed, index, last);

  const source = sourceOf(parsed, parsed.at(`/steps/${index}`).file);
  const headings = outlineOf(source, parseMarkdown(source, readFrontmatter(source).bodyFrom)).steps;
  const [from, to] = extentOf(headings, index);
  const texts = steps.map((step, nth) => {
    const after = applyEdits(source.text, oneStep(parsed, source, headings, index, template.number + nth, step));
    return after.slice(from, after.length - (source.text.length - to));
  });
  const blank = inLineEndings("\n\n", lineEndingOf(source.text));
  return [
    { file: source.path, start: from, end: to, text: texts.join(blank) },
    ...parsed.plan.steps.flatMap((each, position) => {
      const number = position > index ? numberAfter(each.template, last) : null;
      return number === null ? [] : [numberEdit(source, headings, position, number)];
    }),
  ];
}

/** Numbers are names here: none may come to mean another step than its author meant. */
function refuseUnclear({ plan }: Parsed, index: number, last: number): void {
  const { id = "", number = 0 } = plan.steps[index] ?? {};
  const renamed = new Set([id]);
  const taken = new Set(Array.from({ length: last - number + 1 }, (_, nth) => number + nth));
  for (const { id: other, template } of plan.steps.slice(index + 1)) {
    const after = numberAfter(template, last);
    if (after === null) continue;
    renamed.add(other);
    taken.add(after);
  }
  for (const step of plan.steps) {
    const on = step.dependsOn.find((each) => renamed.has(each));
    if (on !== undefined) throw new EditError(`step \`${step.id}\` depends on \`${on}\`, whose number changes`);
    if (!renamed.has(step.id) && taken.has(step.number)) {
      throw new EditError(`step ${step.number} is there already, and one of the steps of \`${id}\` would be called so`);
    }
  }
}

function headingAt(headings: readonly StepHeading[], index: number): StepHeading {
  const heading = headings[index];
  if (!heading) throw new Error(`there is no heading ${index}`);
  return heading;
}

function extentOf(headings: readonly StepHeading[], index: number): [from: number, to: number] {
  const { block, blocks } = headingAt(headings, index);
  return [block.from, blocks.at(-1)?.to ?? block.to];
}

function oneStep(
  parsed: Parsed,
  source: SourceFile,
  headings: readonly StepHeading[],
  index: number,
  number: number,
  { title, what, how }: WrittenStep,
): TextEdit[] {
  const file = source.path;
  const { titleFrom, block } = headingAt(headings, index);
  const pointer = `/steps/${index}`;
  const task = taskSpan(parsed, pointer);
  const edits = [
    numberEdit(source, headings, index, number),
    replaceSpan(parsed, { file, start: titleFrom, end: block.title.to }, asOneLine(title)),
  ];
  if (how === null) return [...edits, ownLine(parsed, task, what)];
  if (parsed.has(`${pointer}/how`)) {
    return [...edits, ownLine(parsed, task, what), ownLine(parsed, parsed.at(`${pointer}/how`), how)];
  }
  const { text } = insertBlock(parsed, file, task.end, `**how:**\n${how.trim()}`);
  const written = ownLine(parsed, task, what);
  return [...edits, { ...written, text: `${written.text}${text}` }];
}

/** Only the number: `3–N` of `### Step 3–N: …`. */
function numberEdit(
  { path, text }: SourceFile,
  headings: readonly StepHeading[],
  index: number,
  number: number,
): TextEdit {
  const { label, block } = headingAt(headings, index);
  const start = text.indexOf(label ?? "", block.title.from);
  return { file: path, start, end: start + (label ?? "").length, text: String(number) };
}

type Place = { file: string; start: number; end: number };

/** The whole text of a step's task, a list of subtasks included. */
function taskSpan(parsed: Parsed, pointer: string): Place {
  const what = parsed.at(`${pointer}/what`);
  const { end } = parsed.at(`${pointer}/what/@end`);
  const { text } = sourceOf(parsed, what.file);
  const subtasks = parsed.has(`${pointer}/subtasks/0`) ? parsed.at(`${pointer}/subtasks/0`).start : what.start;
  const listFrom = text.lastIndexOf("\n", subtasks - 1) + 1;
  return { file: what.file, start: subtasks < what.start ? listFrom : what.start, end };
}

/** A text on its label's line can only be words; anything else has to begin on a line of its own. */
function ownLine(parsed: Parsed, place: Place, text: string): TextEdit {
  const before = sourceOf(parsed, place.file).text.slice(0, place.start);
  const isAlone = /(?:^|[\r\n])[ \t]*$/.test(before.slice(-200));
  return replaceSpan(parsed, place, `${isAlone ? "" : "\n"}${text.trim()}`);
}
