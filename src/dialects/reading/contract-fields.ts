import type { Contract, StdoutTest } from "../../plan/model.ts";
import { CONTRACT_KINDS } from "../../plan/words.ts";
import { parseStdout, reportExpectation, reportUseless } from "./expectations.ts";
import { faults } from "./faults.ts";
import type { Field } from "./field.ts";
import { type FieldTable, readFields } from "./fields.ts";
import { put } from "./plan-fields.ts";
import type { Reading } from "./reading.ts";
import { quoted, readCount, readDuration, readWord, textOf } from "./values.ts";
import { withoutBlankLines } from "./without-blank-lines.ts";

/** A contract being read from fields, and where its values go. */
export type ContractDraft = { contract: Contract; pointer: string };

/** A contract where it is written as fields of YAML or JSON. */
export const contractFields = {
  command: (reading, field, { contract, pointer }) => {
    const text = textOf(reading, field);
    if (!text) return;
    contract.command = reading.text(`${pointer}/command`, withoutBlankLines(text));
    if (contract.command.trim() === "") reading.positions.set(`${pointer}/command`, field.key);
  },
  exit_code: (reading, field, { contract, pointer }) => {
    const code = readCount(reading, field, `${pointer}/exitCode`);
    if (code !== undefined && code > 255) reportExpectation(reading, field.value.span, "an exit code is at most 255");
    else put(contract, "exitCode", code);
  },
  stdout: (reading, field, { contract, pointer }) => {
    const test = readStdout(reading, field, `${pointer}/stdout`);
    if (!test || reportUseless(reading, field.value.span, test)) return;
    put(contract, "stdout", test);
    reading.positions.set(`${pointer}/stdout`, field.value.span);
  },
  timeout: (reading, field, { contract, pointer }) =>
    put(contract, "timeout", readDuration(reading, field, `${pointer}/timeout`)),
  kind: (reading, field, { contract, pointer }) =>
    put(contract, "kind", readWord(reading, field, `${pointer}/kind`, CONTRACT_KINDS)),
} as const satisfies FieldTable<ContractDraft>;

/** `contains "…"` and `matches /…/`, or a map with one of the two words as its key. */
function readStdout(reading: Reading, { key, value }: Field, pointer: string): StdoutTest | undefined {
  if (value.type === "map") {
    const draft: StdoutDraft = { pointer };
    const before = reading.diagnostics.length;
    readFields(reading, value.fields, stdoutFields, draft);
    if (draft.test || reading.diagnostics.length > before) return draft.test;
  }
  const text = value.type === "text" ? value.text.value : "";
  const test = parseStdout(text.trim());
  if (test) return test;
  const message = text === "" ? "`stdout` says nothing" : `${quoted(text)} is not an expectation`;
  reading.report(faults.badExpectation, text === "" ? key : value.span, message, { help: FORM });
  return undefined;
}

const FORM = 'write `contains "…"` or `matches /…/`, without flags';

type StdoutDraft = { pointer: string; test?: StdoutTest };

const stdoutFields = {
  contains: (reading, field, draft) => readTest(reading, field, draft, "text", (text) => ({ kind: "contains", text })),
  matches: (reading, field, draft) =>
    readTest(reading, field, draft, "pattern", (pattern) => ({ kind: "matches", pattern })),
} as const satisfies FieldTable<StdoutDraft>;

/** Only one of the two would count. */
function readTest(
  reading: Reading,
  field: Field,
  draft: StdoutDraft,
  name: string,
  testOf: (text: string) => StdoutTest,
): void {
  const text = textOf(reading, field);
  if (!text) return;
  if (!draft.test) draft.test = testOf(reading.text(`${draft.pointer}/${name}`, text));
  else reading.report(faults.badExpectation, field.key, "`stdout` is expected twice", { help: "keep one of the two" });
}
