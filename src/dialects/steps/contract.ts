import type { SourceFile } from "../../diagnostics/span.ts";
import type { Contract } from "../../plan/model.ts";
import { CONTRACT_KINDS } from "../../plan/words.ts";
import type { Entry, Part } from "../reading/entries.ts";
import { isExpectation, readExpectation } from "../reading/expectations.ts";
import { faults } from "../reading/faults.ts";
import type { Label } from "../reading/labels.ts";
import type { Reading } from "../reading/reading.ts";
import { lineText, splitLines } from "../reading/source-text.ts";
import { wordOf } from "../reading/values.ts";
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
  const parts = [...entry.parts];
  const contract: Contract = { command: "", exitCode: 0 };
  reading.positions.set(pointer, label.key);
  readKind(reading, source, label, parts, contract, pointer);
  const fence = parts.shift();
  if (fence?.type !== "fence") {
    reportMisplaced(reading, source, label, fence);
    return undefined;
  }
  if (!fence.closed) return undefined;
  contract.command = reading.text(`${pointer}/command`, fence.code);
  if (contract.command === "") {
    reading.positions.set(`${pointer}/command`, { file: source.path, start: fence.from, end: fence.from + 3 });
  }
  readBelow(reading, source, parts, contract, pointer);
  return contract;
}

/** `**contract:** guards` */
function readKind(
  reading: Reading,
  source: SourceFile,
  label: Label,
  parts: Part[],
  contract: Contract,
  pointer: string,
): void {
  const first = parts[0];
  const isInline =
    first?.type === "text" && first.codes.length === 0 && !/[\r\n]/.test(source.text.slice(label.to, first.to).trim());
  if (!isInline || !/^[ \t]*[\w-]+[ \t]*$/.test(source.text.slice(first.from, first.to))) return;
  parts.shift();
  const text = lineText(source, first.from, first.to);
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
  for (const part of parts) {
    if (part.type === "fence" && part.closed) {
      const span = { file: source.path, start: part.from, end: part.from + 3 };
      reading.report(faults.secondContract, span, "a second code block follows the contract", {
        help: "join the two commands with `&&` in one block",
      });
    } else if (part.type === "text") {
      for (const line of splitLines(source.text, part.from, part.to)) {
        const text = lineText(source, line.from, line.to);
        if (text.value === "") continue;
        if (isExpectation(text.value)) readExpectation(reading, text, contract, pointer);
        else reportStray(reading, source, [{ type: "text", ...line, codes: [] }]);
      }
    } else reportStray(reading, source, [part]);
  }
}

function reportMisplaced(reading: Reading, source: SourceFile, label: Label, found: Part | undefined): void {
  const code = found?.type === "text" ? found.codes[0] : undefined;
  const command = code && found ? source.text.slice(code.from, code.to) : "";
  const isWhole = code && found && source.text.slice(found.from, found.to).trim() === `\`${command}\``;
  reading.report(faults.misplacedContract, label.key, "no code block follows `**contract:**`", {
    help: "write the command in a fenced block on the next line: ```` ```shell ````",
    ...(isWhole && {
      fix: {
        title: "write the command as a fenced block",
        edits: [{ file: source.path, start: label.to, end: found.to, text: `\n\`\`\`shell\n${command}\n\`\`\`` }],
      },
    }),
  });
}
