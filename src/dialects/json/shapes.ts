import type { Span } from "../../diagnostics/span.ts";
import { faults } from "../reading/faults.ts";
import type { Field, Value } from "../reading/field.ts";
import type { FieldTable } from "../reading/fields.ts";
import type { Reading } from "../reading/reading.ts";

/** `list` may be one text too, with commas; `any` is for fields that look for themselves. */
type Shape = "text" | "list" | "map" | "any";

/** A table whose fields are texts, but for the ones named: what has another shape is reported as JSON writes it. */
export function shaped<T>(table: FieldTable<T>, shapes: { [name: string]: Shape }): FieldTable<T> {
  const readers = Object.entries(table).map(([name, read]): [string, FieldTable<T>[string]] => [
    name,
    (reading, field, target) => {
      if (hasShape(reading, field, shapes[name] ?? "text")) read(reading, field, target);
    },
  ]);
  return Object.fromEntries(readers);
}

/** Reports a value that has another shape. */
export function hasShape(reading: Reading, { name, value }: Field, shape: Shape): boolean {
  if (shape === "any" || value.type === shape || (shape === "list" && value.type === "text")) return true;
  reading.report(faults.wrongValue, headOf(value), `\`${name}\` must be ${SPOKEN[shape]}, not ${SPOKEN[value.type]}`, {
    help: `write \`"${name}": ${EXAMPLES[shape]}\``,
  });
  return false;
}

/** Where an object or a list opens: to underline the whole of it would say less. */
export const headOf = ({ type, span }: Value): Span => (type === "text" ? span : { ...span, end: span.start + 1 });

const SPOKEN = { text: "a text", list: "a list", map: "an object" };
const EXAMPLES = { text: '"…"', list: '["…"]', map: "{ … }" };
