import type { SourceFile } from "../../diagnostics/span.ts";
import type { Contract } from "../../plan/model.ts";
import { CONTRACT_KINDS } from "../../plan/words.ts";
import { isExpectation, readExpectation } from "../reading/expectations.ts";
import { faults } from "../reading/faults.ts";
import type { Field } from "../reading/field.ts";
import { type FieldTable, readFields } from "../reading/fields.ts";
import { put } from "../reading/plan-fields.ts";
import type { Reading } from "../reading/reading.ts";
import type { Section } from "../reading/sections.ts";
import { joinTexts, type SourceText } from "../reading/source-text.ts";
import type { StepDraft } from "../reading/step-fields.ts";
import { readDuration, readWord } from "../reading/values.ts";
import { linesOf } from "./verification-lines.ts";

/** `Accepts when:`, `Command:`, `Timeout:`, `Expected:` and the expectations of a *Verification* section. */
export function readVerification(
  reading: Reading,
  source: SourceFile,
  section: Section | undefined,
  draft: StepDraft,
): Contract | undefined {
  const pointer = `${draft.pointer}/contracts/0`;
  const contract: Contract = { command: "", exitCode: 0 };
  const { lines, announced } = section ? linesOf(reading, source, section) : { lines: [], announced: null };
  const fields: Field[] = [];
  const strays: SourceText[] = [];
  for (const { name, key, text: first, more, isBroken } of lines) {
    if (isBroken) continue;
    const text = joinTexts(first, more, "\n");
    if (name !== null) fields.push({ name, key, value: { type: "text", span: text.span, text } });
    else if (isExpectation(text.value)) readExpectation(reading, text, contract, pointer);
    else strays.push(text);
  }
  readFields(reading, fields, verificationFields, { ...draft, contract, contractPointer: pointer });
  reportStrays(reading, strays);
  // What an open fence or a broken frontmatter hides, or what was not readable, is not missing as well.
  const hidden = reading.partlyRead.has(source.path) ? reading.positions.at(draft.pointer) : null;
  const place = announced ?? hidden;
  if (place) reading.positions.set(pointer, place);
  return fields.some((field) => field.name === "command") ? contract : undefined;
}

type VerificationDraft = StepDraft & { contract: Contract; contractPointer: string };

const verificationFields = {
  command: (reading, { key, value }, { contract, contractPointer: pointer }) => {
    if (value.type !== "text") return;
    contract.command = reading.text(`${pointer}/command`, value.text);
    if (contract.command === "") reading.positions.set(`${pointer}/command`, key);
  },
  accepts_when: (reading, { value }, { step, pointer }) => {
    if (value.type === "text") step.acceptsWhen = reading.text(`${pointer}/acceptsWhen`, value.text);
  },
  expected: (reading, { value }, { step, pointer }) => {
    if (value.type === "text") step.expected = reading.text(`${pointer}/expected`, value.text);
  },
  timeout: (reading, field, { contract, timeout, contractPointer }) => {
    const seconds = readDuration(reading, field, `${contractPointer}/timeout`);
    if (timeout === undefined) put(contract, "timeout", seconds);
    else
      reading.report(faults.duplicateField, field.key, "`timeout` stands in the frontmatter already", {
        help: "keep one of the two",
      });
  },
  kind: (reading, field, { contract, contractPointer }) =>
    put(contract, "kind", readWord(reading, field, `${contractPointer}/kind`, CONTRACT_KINDS)),
} as const satisfies FieldTable<VerificationDraft>;

function reportStrays(reading: Reading, [first]: readonly SourceText[]): void {
  if (!first) return;
  reading.report(faults.strayText, first.span, "this line belongs to no field of the verification", {
    help: "the fields are `Accepts when:`, `Command:`, `Timeout:` and `Expected:`",
  });
}
