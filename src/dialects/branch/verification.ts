import type { SourceFile } from "../../diagnostics/span.ts";
import type { Contract } from "../../plan/model.ts";
import { CONTRACT_KINDS } from "../../plan/words.ts";
import { nearest } from "../../std/nearest.ts";
import { isExpectation, readExpectation } from "../reading/expectations.ts";
import { faults } from "../reading/faults.ts";
import { type Field, fieldName } from "../reading/field.ts";
import type { Reading } from "../reading/reading.ts";
import type { Section } from "../reading/sections.ts";
import { joinTexts, lineText, type SourceText, sourceText, splitLines } from "../reading/source-text.ts";
import type { StepDraft } from "../reading/step-fields.ts";
import { readDuration, wordOf } from "../reading/values.ts";

const LABEL = /^(?:\*\*|__)?([A-Za-z][A-Za-z _-]{1,30}?)(?:\*\*|__)?\s*:(?:\*\*|__)?(?=\s|$)[ \t]*/;
const KNOWN = ["accepts_when", "command", "timeout", "expected", "kind"];

/** `Accepts when:`, `Command:`, `Timeout:`, `Expected:` and the expectations of a *Verification* section. */
export function readVerification(
  reading: Reading,
  source: SourceFile,
  section: Section | undefined,
  draft: StepDraft,
): Contract | undefined {
  if (!section?.heading) return undefined;
  const { step, pointer: stepPointer } = draft;
  const pointer = `${stepPointer}/contracts/0`;
  const contract: Contract = { command: "", exitCode: 0 };
  const place = { file: source.path, start: section.heading.from, end: section.heading.to };
  reading.positions.set(pointer, place);
  const { lines, hasCommand } = linesOf(reading, source, section);
  for (const line of lines) readLine(reading, line, draft, contract, pointer);
  if (!hasCommand) return undefined;
  if (contract.command === "" && !reading.positions.has(`${pointer}/command`))
    reading.positions.set(`${pointer}/command`, place);
  if (step.contracts.length > 0) return undefined;
  return contract;
}

type VerificationLine = { name: string | null; key: Field["key"]; text: SourceText };

function linesOf(
  reading: Reading,
  source: SourceFile,
  section: Section,
): { lines: VerificationLine[]; hasCommand: boolean } {
  const lines: VerificationLine[] = [];
  let command: VerificationLine | null = null;
  for (const block of section.blocks) {
    if (block.type === "fence") {
      const open = lines.at(-1);
      if (!block.closed)
        command ??= {
          name: "command",
          key: { file: source.path, start: block.from, end: block.from + 3 },
          text: sourceText(source, block.to, block.to),
        };
      else if (open && open === command && open.text.value === "") open.text = block.code;
      else if (command) {
        reading.report(
          faults.secondContract,
          { file: source.path, start: block.from, end: block.from + 3 },
          "a second code block follows the command",
          { help: "join the two commands with `&&`" },
        );
      } else {
        reading.report(
          faults.misplacedContract,
          { file: source.path, start: block.from, end: block.from + 3 },
          "this code block is not announced as the command",
          { help: "write `Command:` on the line above it" },
        );
      }
      continue;
    }
    const ranges =
      block.type === "paragraph" ? [block] : block.type === "list" ? block.items.map((item) => item.text) : [];
    for (const range of ranges.flatMap((each) => splitLines(source.text, each.from, each.to))) {
      const line = lineOf(source, range);
      if (line.text.value === "" && line.name === null) continue;
      if (line.name === "command") {
        if (command) {
          reading.report(faults.secondContract, line.key, "the step already has a command", {
            help: "join the two commands with `&&`",
          });
          continue;
        }
        command = line;
      }
      append(lines, line);
    }
  }
  return { lines, hasCommand: command !== null };
}

/** A line without a label continues the prose above it. */
function append(lines: VerificationLine[], line: VerificationLine): void {
  const open = lines.at(-1);
  const isProse = open?.name === "expected" || open?.name === "accepts_when";
  if (open && isProse && line.name === null && !isExpectation(line.text.value))
    open.text = joinTexts(open.text, line.text, "\n");
  else lines.push(line);
}

function lineOf(source: SourceFile, range: { from: number; to: number }): VerificationLine {
  const text = lineText(source, range.from, range.to);
  const label = LABEL.exec(text.value);
  const name = label ? fieldName(label[1] ?? "") : null;
  const isLabel = name !== null && (KNOWN.includes(name) || nearest(name, KNOWN) !== null);
  if (!isLabel || !label) return { name: null, key: text.span, text };
  const start = text.span.start + label[0].search(/[A-Za-z]/);
  const value = lineText(source, text.span.start + label[0].length, text.span.end);
  return { name, key: { file: source.path, start, end: start + (label[1]?.length ?? 0) }, text: value };
}

function readLine(
  reading: Reading,
  line: VerificationLine,
  draft: StepDraft,
  contract: Contract,
  pointer: string,
): void {
  const { step, pointer: stepPointer } = draft;
  switch (line.name) {
    case "command":
      contract.command = reading.text(`${pointer}/command`, withoutBackticks(line.text));
      return;
    case "accepts_when":
      step.acceptsWhen = reading.text(`${stepPointer}/acceptsWhen`, line.text);
      return;
    case "expected":
      step.expected = reading.text(`${stepPointer}/expected`, line.text);
      return;
    case "timeout": {
      const field: Field = {
        name: "timeout",
        key: line.key,
        value: { type: "text", span: line.text.span, text: line.text },
      };
      const seconds = readDuration(reading, field, `${pointer}/timeout`);
      if (seconds !== undefined) contract.timeout = seconds;
      return;
    }
    case "kind": {
      const kind = wordOf(
        reading,
        { type: "text", span: line.text.span, text: line.text },
        line.text.value,
        "kind",
        CONTRACT_KINDS,
      );
      if (kind) contract.kind = kind;
      return;
    }
    case null:
      if (isExpectation(line.text.value)) readExpectation(reading, line.text, contract, pointer);
      else
        reading.report(faults.strayText, line.text.span, "this line belongs to no field of the verification", {
          help: "the fields are `Accepts when:`, `Command:`, `Timeout:` and `Expected:`",
        });
      return;
    default: {
      const meant = nearest(line.name, KNOWN);
      reading.report(faults.unknownField, line.key, `there is no field \`${line.name}\` here`, {
        help: `did you mean \`${meant === "accepts_when" ? "Accepts when" : capital(meant ?? "")}\`?`,
      });
    }
  }
}

/** The command stands in backticks as a rule; without them the line is the command. */
function withoutBackticks(text: SourceText): SourceText {
  const match = /^(`+)([^`].*?)\1$/s.exec(text.value);
  const marks = match?.[1]?.length ?? 0;
  if (marks === 0) return text;
  return {
    value: match?.[2] ?? "",
    span: { ...text.span, start: text.span.start + marks, end: text.span.end - marks },
    lines: text.lines.map((line) => ({ ...line, from: line.from + marks, length: line.length - 2 * marks })),
  };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
