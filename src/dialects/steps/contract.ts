import type { SourceFile } from "../../diagnostics/span.ts";
import type { Contract } from "../../plan/model.ts";
import { CONTRACT_KINDS } from "../../plan/words.ts";
import type { Entry, Part } from "../reading/entries.ts";
import { isExpectation, readExpectation } from "../reading/expectations.ts";
import { faults } from "../reading/faults.ts";
import type { Label } from "../reading/labels.ts";
import type { Reading } from "../reading/reading.ts";
import { lineText, type SourceText, splitLines } from "../reading/source-text.ts";
import { wordOf } from "../reading/values.ts";
import { labelLine } from "./label-line.ts";
import { reportStray } from "./stray.ts";

/** The fence right after `**contract:**`, and the lines below it that say what it must do. */
export function readContract(
  reading: Reading,
  source: SourceFile,
  entries: readonly Entry[],
  stepPointer: string,
): Contract | undefined {
  const [entry, ...others] = entries.filter((each) => each.label?.name === "contract");
  for (const other of others) {
    if (other.label)
      reading.report(faults.secondContract, other.label.key, "the step already has a contract", {
        help: "join the two commands with `&&`",
      });
  }
  if (!entry?.label) return undefined;
  const pointer = `${stepPointer}/contracts/0`;
  const { label } = entry;
  const { text: kind, rest } = labelLine(source, entry, label);
  const [fence, ...below] = rest;
  const contract: Contract = { command: "", exitCode: 0 };
  reading.positions.set(pointer, label.key);
  if (fence?.type !== "fence" || !/^[\w-]*$/.test(kind.value)) {
    reportMisplaced(reading, source, label, entry.parts);
    return undefined;
  }
  if (kind.value !== "") readKind(reading, kind, contract, pointer);
  if (!fence.closed) return undefined;
  if (FOREIGN.has(fence.info.toLowerCase())) {
    reportLanguage(reading, source, fence.from, fence.info);
    return undefined;
  }
  contract.command = reading.text(`${pointer}/command`, fence.code);
  if (contract.command === "") {
    reading.positions.set(`${pointer}/command`, { file: source.path, start: fence.from, end: fence.from + 3 });
  }
  readBelow(reading, source, below, contract, pointer);
  return contract;
}

/** Languages people put into fences that bash would not understand. */
const FOREIGN = new Set(
  "python py javascript js typescript ts ruby rb go rust java kotlin php perl powershell ps1 fish json yaml yml toml sql".split(
    " ",
  ),
);

function reportLanguage(reading: Reading, source: SourceFile, fenceFrom: number, info: string): void {
  const start = source.text.indexOf(info, fenceFrom);
  const span = { file: source.path, start, end: start + info.length };
  reading.report(faults.wrongValue, span, `a contract cannot be \`${info}\`: it is run by bash`, {
    help: "put the check into a file and run it, as in `python3 checks/report.py`, in a block that says `shell`",
  });
}

/** `**contract:** guards` */
function readKind(reading: Reading, text: SourceText, contract: Contract, pointer: string): void {
  reading.positions.setText(`${pointer}/kind`, text);
  const kind = wordOf(reading, { type: "text", span: text.span, text }, text.value, "contract", CONTRACT_KINDS);
  if (kind) contract.kind = kind;
}

function readBelow(
  reading: Reading,
  source: SourceFile,
  parts: readonly Part[],
  contract: Contract,
  pointer: string,
): void {
  const strays: Part[] = [];
  for (const part of parts) {
    if (part.type === "fence" && part.closed) {
      const span = { file: source.path, start: part.from, end: part.from + 3 };
      reading.report(faults.secondContract, span, "a second code block follows the contract", {
        help: "join the two commands with `&&` in one block",
      });
      continue;
    }
    const texts = part.type === "list" ? part.items.map((item) => item.text) : part.type === "text" ? [part] : [];
    if (texts.length === 0) strays.push(part);
    for (const line of texts.flatMap(({ from, to }) => splitLines(source.text, from, to))) {
      const text = lineText(source, line.from, line.to);
      if (isExpectation(text.value)) readExpectation(reading, text, contract, pointer);
      else strays.push({ type: "text", ...line, codes: [] });
    }
  }
  reportStray(reading, source, strays);
}

function reportMisplaced(reading: Reading, source: SourceFile, label: Label, parts: readonly Part[]): void {
  const [found] = parts;
  const code = found?.type === "text" ? found.codes[0] : undefined;
  const command = code ? source.text.slice(code.from, code.to) : "";
  const isWhole = code && found && source.text.slice(found.from, found.to).trim() === `\`${command}\``;
  const isLater = parts.some((part) => part.type === "fence");
  const message = isLater
    ? "text stands between `**contract:**` and its code block"
    : "no code block follows `**contract:**`";
  reading.report(faults.misplacedContract, label.key, message, {
    help: isLater
      ? "put the code block on the line below `**contract:**`"
      : "write the command in a fenced block on the next line: ```` ```shell ````",
    ...(isWhole && {
      fix: {
        title: "write the command as a fenced block",
        edits: [{ file: source.path, start: label.to, end: code.to + 1, text: `\n\`\`\`shell\n${command}\n\`\`\`` }],
      },
    }),
  });
}
