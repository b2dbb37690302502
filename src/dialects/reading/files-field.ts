import type { FileEntry, StepFiles } from "../../plan/model.ts";
import { faults } from "./faults.ts";
import type { Field, Value } from "./field.ts";
import { type FieldTable, readFields } from "./fields.ts";
import type { Reading } from "./reading.ts";
import type { SourceText } from "./source-text.ts";
import type { StepDraft } from "./step-fields.ts";
import { readList, textOf } from "./values.ts";

/** `files` where it is written in YAML or JSON: lists of paths, or of paths with notes, under four names. */
export function readFilesField(reading: Reading, { value }: Field, { step, pointer }: StepDraft): void {
  if (value.type !== "map") {
    reading.report(faults.badFileEntry, value.span, "`files` does not say what happens to the files", {
      help: "write the paths under `change`, `add`, `delete` or `must_not_touch`",
    });
    return;
  }
  reading.positions.set(`${pointer}/files`, value.span);
  readFields(reading, value.fields, listFields, { files: step.files, pointer: `${pointer}/files` });
}

type FilesDraft = { files: StepFiles; pointer: string };

const listFields = {
  change: (reading, field, draft) => readEntries(reading, field, draft, "change"),
  add: (reading, field, draft) => readEntries(reading, field, draft, "add"),
  delete: (reading, field, draft) => readEntries(reading, field, draft, "delete"),
  must_not_touch: (reading, field, draft) => readEntries(reading, field, draft, "mustNotTouch"),
} as const satisfies FieldTable<FilesDraft>;

function readEntries(reading: Reading, field: Field, { files, pointer }: FilesDraft, name: keyof StepFiles): void {
  for (const item of itemsOf(reading, field)) {
    const at = `${pointer}/${name}/${files[name].length}`;
    const entry = readEntry(reading, item, at);
    if (entry) files[name].push(entry);
  }
}

const itemsOf = (reading: Reading, field: Field): Value[] =>
  field.value.type === "list"
    ? field.value.items
    : readList(reading, field).map((text) => ({ type: "text", span: text.span, text }));

function readEntry(reading: Reading, item: Value, pointer: string): FileEntry | undefined {
  const draft: EntryDraft = {};
  const before = reading.diagnostics.length;
  if (item.type === "text") draft.path = item.text;
  if (item.type === "map") readFields(reading, item.fields, entryFields, draft);
  if (draft.path && draft.path.value.trim() !== "") {
    const path = reading.text(`${pointer}/path`, draft.path);
    return draft.note === undefined ? { path } : { path, note: reading.text(`${pointer}/note`, draft.note) };
  }
  if (reading.diagnostics.length === before)
    reading.report(faults.badFileEntry, item.span, "this entry names no path", {
      help: "write the path of a file or a folder, or `path` and `note`",
    });
  return undefined;
}

type EntryDraft = { path?: SourceText; note?: SourceText };

const entryFields = {
  path: (reading, field, entry) => {
    const text = textOf(reading, field);
    if (text) entry.path = text;
  },
  note: (reading, field, entry) => {
    const text = textOf(reading, field);
    if (text) entry.note = text;
  },
} as const satisfies FieldTable<EntryDraft>;
