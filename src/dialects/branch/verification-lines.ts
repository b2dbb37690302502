import type { SourceFile, Span } from "../../diagnostics/span.ts";
import { nearest } from "../../std/nearest.ts";
import { isExpectation } from "../reading/expectations.ts";
import { faults } from "../reading/faults.ts";
import { fieldName } from "../reading/field.ts";
import type { Block } from "../reading/markdown.ts";
import type { Reading } from "../reading/reading.ts";
import type { Section } from "../reading/sections.ts";
import { lineText, type SourceText, sliceText, splitLines } from "../reading/source-text.ts";

type Range = { from: number; to: number };

/**
 * A line of the section and the label it belongs to; `more` are lines that continue it. `isBroken` says that what is
 * wrong with it has been reported.
 */
export type VerificationLine = {
  name: string | null;
  key: Span;
  text: SourceText;
  more: SourceText[];
  isBroken?: boolean;
};

/** `announced` is where a command stands, or was meant to: it is null when the section does not speak of one. */
export type VerificationLines = { lines: VerificationLine[]; announced: Span | null };

/** Reads a *Verification* section into labelled lines. A line without a label continues the one above it. */
export function linesOf(reading: Reading, source: SourceFile, section: Section): VerificationLines {
  const found: VerificationLines = { lines: [], announced: null };
  for (const block of section.blocks) {
    if (block.type === "fence") takeFence(reading, source, block, found);
    for (const range of rangesOf(block)) takeText(reading, source, range, found);
  }
  return found;
}

const rangesOf = (block: Block): Range[] => {
  if (block.type === "list") return block.items.map((item) => item.text);
  return ["paragraph", "table", "aside"].includes(block.type) ? [block] : [];
};

/** A code block is the value of the label right above it. */
function takeFence(
  reading: Reading,
  source: SourceFile,
  fence: Block & { type: "fence" },
  found: VerificationLines,
): void {
  const span = { file: source.path, start: fence.from, end: fence.from + 3 };
  const open = found.lines.at(-1);
  const awaiting = open && open.name !== null && open.text.value === "" ? open : null;
  if (awaiting) {
    awaiting.text = fence.code;
    awaiting.isBroken ||= !fence.closed;
    return;
  }
  if (!fence.closed) found.announced ??= span;
  else if (found.announced) {
    reading.report(faults.secondContract, span, "a second code block follows the command", {
      help: "join the two commands with `&&`",
    });
  } else {
    reading.report(faults.misplacedContract, span, "this code block is not announced as the command", {
      help: "write `Command:` on the line above it",
    });
    found.announced = span;
  }
}

function takeText(reading: Reading, source: SourceFile, range: Range, found: VerificationLines): void {
  for (const { from, to } of splitLines(source.text, range.from, range.to)) {
    const line = labelledLine(reading, lineText(source, from, to));
    const open = found.lines.at(-1);
    if (line.name === "command" && found.announced) {
      reading.report(faults.secondContract, line.key, "the step already has a command", {
        help: "join the two commands with `&&`",
      });
      found.lines.push({ ...line, isBroken: true });
    } else if (line.name !== null) {
      if (line.name === "command") found.announced = line.key;
      found.lines.push(line.name === "command" ? withCommand(reading, line, line.text) : line);
    } else if (line.text.value === "") continue;
    else if (!open?.name || isExpectation(line.text.value)) found.lines.push(line);
    else found.lines.push(...continued(reading, found.lines.pop() ?? line, line, from > range.from));
  }
}

/** What a line without a label adds to the one above it. */
function continued(
  reading: Reading,
  open: VerificationLine,
  line: VerificationLine,
  isSameParagraph: boolean,
): VerificationLine[] {
  if (open.isBroken && isSameParagraph) return [open];
  if (open.name === "expected" || open.name === "accepts_when") {
    if (open.text.value === "") return [{ ...open, text: line.text }];
    open.more.push(line.text);
    return [open];
  }
  if (open.name !== "command" || !isSameParagraph) return [open, line];
  if (open.text.value === "") return [withCommand(reading, open, line.text)];
  reading.report(faults.misplacedContract, line.text.span, "the command does not end on its line", {
    help: "write it on one line, or in a fenced block below `Command:`",
  });
  return [{ ...open, isBroken: true }];
}

/** The command stands in backticks as a rule; without them the line is the command. */
function withCommand(reading: Reading, line: VerificationLine, written: SourceText): VerificationLine {
  const [, marks = "", inner = ""] = /^(`+)([^`].*[^`]|[^`])\1$/.exec(written.value) ?? [];
  const text = sliceText(written, marks.length, written.value.length - marks.length);
  const isOne = marks === "" ? !written.value.includes("`") : !inner.includes(marks);
  if (isOne) return { ...line, text };
  reading.report(faults.misplacedContract, written.span, "the command is not the only thing on its line", {
    help: "write the command alone, in one pair of backticks or in a fenced block below `Command:`",
  });
  return { ...line, isBroken: true };
}

const LABEL = /^(?:\*\*|__)?([A-Za-z][A-Za-z _-]{1,30}?)(?:\*\*|__)?\s*:(?:\*\*|__)?(?=\s|$)[ \t]*/;
const SPELLINGS: Record<string, string> = {
  accepts_when: "Accepts when",
  command: "Command",
  timeout: "Timeout",
  expected: "Expected",
};

/** Other words with a colon behind them are prose, unless they are a slip away from a label. */
function labelledLine(reading: Reading, line: SourceText): VerificationLine {
  const [whole = "", label = ""] = LABEL.exec(line.value) ?? [];
  const written = fieldName(label);
  const known = Object.hasOwn(SPELLINGS, written) || written === "kind" ? written : null;
  const name = known ?? nearest(written, Object.keys(SPELLINGS));
  if (name === null) return { name: null, key: line.span, text: line, more: [] };
  const start = whole.search(/[A-Za-z]/);
  const key = sliceText(line, start, start + label.length).span;
  if (known === null) reportUnknown(reading, key, label, SPELLINGS[name] ?? name);
  return { name, key, text: sliceText(line, whole.length, line.value.length), more: [] };
}

function reportUnknown(reading: Reading, key: Span, label: string, meant: string): void {
  reading.report(faults.unknownField, key, `there is no field \`${label}\` here`, {
    help: `did you mean \`${meant}\`?`,
    fix: { title: `write \`${meant}\``, edits: [{ ...key, text: meant }] },
  });
}
