import { type Diagnostic, diagnose } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/span.ts";
import { foldersAbove } from "../../plan/folders-above.ts";
import { DIALECTS, type DialectId } from "../../plan/words.ts";
import type { Parsed } from "../../ports/dialect.ts";
import { faults } from "../reading/faults.ts";
import type { Field, Value } from "../reading/field.ts";
import { type FieldTable, knownFields, readFields } from "../reading/fields.ts";
import { Reading } from "../reading/reading.ts";
import { quoted, readWord } from "../reading/values.ts";
import { findPlan } from "./find-plan.ts";
import { hasShape, headOf, shaped } from "./shapes.ts";

/** The text a JSON plan was converted from, so that converting it back gives the very same bytes. */
export type Origin = { dialect: DialectId; files: SourceFile[] };

/** The origin that a JSON plan carries; null when there is none, or when it is not one that could be written to disk. */
export function originOf({ sources: [source] }: Parsed): Origin | null {
  const extra = source && fieldOf(findPlan(source)?.map ?? null, "planwright")?.value;
  const field = extra && fieldOf(extra, "origin");
  if (!source || !field) return null;
  const reading = new Reading(field.key);
  const draft = readOrigin(reading, field);
  if (reading.diagnostics.length > 0 || !draft.dialect) return null;
  const files = draft.files.map(({ path, text }) => ({ path: asWritten(source, path), text: asWritten(source, text) }));
  return { dialect: draft.dialect, files };
}

/** What to say of a plan whose origin is another plan by now. */
export function staleOrigin(parsed: Parsed): Diagnostic {
  return diagnose(faults.staleOrigin, parsed.at("/@origin"), "the plan has changed since it was converted", {
    help: "remove `origin`; the plan is then written anew when it is converted",
  });
}

/** Reports what cannot be an origin. Its place is kept under `/@origin`. */
export function checkOrigin(reading: Reading, field: Field): void {
  reading.positions.set("/@origin", field.key);
  readOrigin(reading, field);
}

type FileDraft = { path: Value; text: Value };
type OriginDraft = { dialect?: DialectId; files: FileDraft[] };

function readOrigin(reading: Reading, field: Field): OriginDraft {
  const draft: OriginDraft = { files: [] };
  if (!hasShape(reading, field, "map") || field.value.type !== "map") return draft;
  const fields = knownFields(reading, field.value.fields, Object.keys(originFields));
  readFields(reading, fields, originFields, draft);
  const missing = ["dialect", "files"].filter((name) => !fields.some((each) => each.name === name));
  if (missing.length > 0)
    reading.report(faults.missingField, field.key, `\`origin\` has no \`${missing.join("` and no `")}\``, {
      help: FORM,
    });
  return draft;
}

const FORM = 'write `"origin": { "dialect": "steps", "files": [{ "path": "plan.md", "text": "…" }] }`';

const originFields = shaped<OriginDraft>(
  {
    dialect: (reading, field, draft) => {
      const dialect = readWord(reading, field, "/@origin/dialect", OTHERS);
      if (dialect) draft.dialect = dialect;
    },
    files: (reading, { value }, draft) => {
      const items = value.type === "list" ? value.items : [];
      draft.files = items.flatMap((item) => readFile(reading, item) ?? []);
      reportClashes(reading, draft.files);
    },
  } satisfies FieldTable<OriginDraft>,
  { files: "list" },
);

const OTHERS = DIALECTS.filter((dialect) => dialect !== "json");

function readFile(reading: Reading, item: Value): FileDraft | null {
  const draft: Partial<FileDraft> = {};
  const before = reading.diagnostics.length;
  if (item.type === "map") readFields(reading, item.fields, fileFields, draft);
  const { path, text } = draft;
  if (path && text) return { path, text };
  if (reading.diagnostics.length === before)
    reading.report(faults.wrongValue, headOf(item), "a file of an origin has a `path` and a `text`", { help: FORM });
  return null;
}

const fileFields = shaped<Partial<FileDraft>>(
  {
    path: (reading, { value }, draft) => {
      if (value.type !== "text") return;
      if (staysInside(value.text.value)) draft.path = value;
      else
        reading.report(faults.wrongValue, value.span, `${quoted(value.text.value)} is no path inside a plan`, {
          help: "write a relative path without `..`",
        });
    },
    text: (_, { value }, draft) => {
      draft.text = value;
    },
  } satisfies FieldTable<Partial<FileDraft>>,
  {},
);

/** Whoever converts a plan back lets it write these files: none of them may land outside the folder of the plan. */
const staysInside = (path: string): boolean =>
  !/[\\:\p{Cc}]/u.test(path) && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");

/** No two files of one name, and none where another needs a folder. */
function reportClashes(reading: Reading, files: readonly FileDraft[]): void {
  const names = new Set<string>();
  const folders = new Set<string>();
  for (const { path } of files) {
    const name = path.type === "text" ? path.text.value : "";
    const above = foldersAbove(name);
    if (names.has(name) || folders.has(name) || above.some((folder) => names.has(folder)))
      reading.report(faults.wrongValue, path.span, `there is a file ${quoted(name)} already`, { help: "keep one" });
    names.add(name);
    for (const folder of above) folders.add(folder);
  }
}

const fieldOf = (value: Value | null, name: string): Field | undefined =>
  value?.type === "map" ? value.fields.find((field) => field.name === name) : undefined;

/** The text with its own line endings, which a value of a plan does not have. */
function asWritten({ text }: SourceFile, { span }: Value): string {
  const isString = text[span.start - 1] === '"';
  return isString ? JSON.parse(text.slice(span.start - 1, span.end + 1)) : text.slice(span.start, span.end);
}
