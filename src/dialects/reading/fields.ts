import type { Span } from "../../diagnostics/span.ts";
import { nearest } from "../../std/nearest.ts";
import { faults } from "./faults.ts";
import type { Field } from "./field.ts";
import type { Reading } from "./reading.ts";

/** How each field of a table is read into its target. The keys are the fields that exist. */
export type FieldTable<T> = Record<string, (reading: Reading, field: Field, target: T) => void>;

/** Reads every field once; a name that does not exist and a name used twice are reported. */
export function readFields<T>(reading: Reading, fields: readonly Field[], table: FieldTable<T>, target: T): void {
  const seen = new Set<string>();
  for (const field of knownFields(reading, fields, Object.keys(table))) {
    if (seen.has(field.name)) reportTwice(reading, field.key, field.name);
    else table[field.name]?.(reading, field, target);
    seen.add(field.name);
  }
}

/** The fields that exist, a misspelt one under the name it means. */
export function knownFields(
  reading: Reading,
  fields: readonly Field[],
  known: readonly string[],
  elsewhere: Elsewhere = () => null,
): Field[] {
  const taken = new Set(fields.map((field) => field.name));
  return fields.flatMap((field) => {
    const name = knownName(reading, field, known, taken, elsewhere);
    return name === null ? [] : [{ ...field, name }];
  });
}

/** Where a field that is not known here is written, as an order to whoever wrote it; null for a name nobody knows. */
export type Elsewhere = (name: string) => string | null;

/**
 * The name a field is to be read under; null when nobody can say. A misspelt name is reported and then read as the
 * one it means, unless that one is taken: so one slip is one fault, and not also a field that seems missing.
 */
export function knownName(
  reading: Reading,
  { name, key }: { name: string; key: Span },
  known: readonly string[],
  taken: Set<string>,
  elsewhere: Elsewhere = () => null,
): string | null {
  if (known.includes(name)) return name;
  const place = elsewhere(name);
  if (place !== null) {
    reading.report(faults.unknownField, key, `there is no field \`${name}\` here`, { help: place });
    return null;
  }
  const meant = SYNONYMS.get(name)?.find((word) => known.includes(word)) ?? nearest(name, known);
  const isFree = meant !== null && !taken.has(meant);
  if (isFree) taken.add(meant);
  reading.report(faults.unknownField, key, `there is no field \`${name}\` here`, {
    help: meant ? `did you mean \`${meant}\`?` : `fields that exist here: ${known.join(", ")}`,
    ...(isFree && {
      fix: { title: `write \`${meant}\``, edits: [{ file: key.file, start: key.start, end: key.end, text: meant }] },
    }),
  });
  return isFree ? meant : null;
}

/** What people, and agents more so, write for a field that exists under another name. */
const SYNONYMS = new Map<string, readonly string[]>([
  ["dependencies", ["depends_on"]],
  ["requires", ["depends_on"]],
  ["description", ["action", "task"]],
  ["role", ["target"]],
  ["command", ["contract"]],
  ["verify", ["contract"]],
  ["verification", ["contract"]],
  ["tools", ["tools_needed"]],
  ["acceptance_criteria", ["accepts_when"]],
]);

export function reportTwice(reading: Reading, span: Span, name: string): void {
  reading.report(faults.duplicateField, span, `\`${name}\` is written twice`, { help: "keep one of the two" });
}
