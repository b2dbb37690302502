import { nearest } from "../../std/nearest.ts";
import { faults } from "./faults.ts";
import type { Field } from "./field.ts";
import type { Reading } from "./reading.ts";

/** How each field of a table is read into its target. The keys are the fields that exist. */
export type FieldTable<T> = Record<string, (reading: Reading, field: Field, target: T) => void>;

/** Reads every field once; a name that does not exist and a name used twice are reported. */
export function readFields<T>(reading: Reading, fields: readonly Field[], table: FieldTable<T>, target: T): void {
  const seen = new Set<string>();
  for (const field of fields) {
    const read = Object.hasOwn(table, field.name) ? table[field.name] : undefined;
    if (!read) reportUnknown(reading, field, Object.keys(table), fields);
    else if (seen.has(field.name)) {
      reading.report(faults.duplicateField, field.key, `\`${field.name}\` is written twice`, {
        help: "keep one of the two",
      });
    } else read(reading, field, target);
    seen.add(field.name);
  }
}

export function reportUnknown(
  reading: Reading,
  field: Field,
  known: readonly string[],
  siblings: readonly Field[],
): void {
  const meant = nearest(field.name, known);
  const isTaken = siblings.some((sibling) => sibling.name === meant);
  reading.report(faults.unknownField, field.key, `there is no field \`${field.name}\` here`, {
    help: meant ? `did you mean \`${meant}\`?` : `fields that exist here: ${known.join(", ")}`,
    ...(meant && !isTaken && { fix: { title: `write \`${meant}\``, edits: [{ ...rangeOf(field), text: meant }] } }),
  });
}

const rangeOf = (field: Field) => ({ file: field.key.file, start: field.key.start, end: field.key.end });
