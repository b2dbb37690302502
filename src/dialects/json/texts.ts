import { faults } from "../reading/faults.ts";
import type { Field, Value } from "../reading/field.ts";
import { isNothing } from "../reading/nothing.ts";
import type { Reading } from "../reading/reading.ts";
import type { SourceText } from "../reading/source-text.ts";
import { withoutBlankLines } from "../reading/without-blank-lines.ts";
import { headOf } from "./shapes.ts";

/** Readers of texts for fields that `shaped` has found to be texts, or lists. */

/** A text as it stands, even an empty one. */
export function readVerbatim(reading: Reading, { value }: Field, pointer: string): string | undefined {
  return value.type === "text" ? reading.text(pointer, value.text) : undefined;
}

/** Prose: without the blank lines around it. An empty one is pointed at by its name. */
export function readProse(reading: Reading, { key, value }: Field, pointer: string): string | undefined {
  if (value.type !== "text") return undefined;
  const text = reading.text(pointer, withoutBlankLines(value.text));
  if (text.trim() === "") reading.positions.set(pointer, key);
  return text;
}

/** Prose that counts as not written when it is empty, as agents like to fill in what they have nothing to say about. */
export function readRemark(reading: Reading, field: Field, pointer: string): string | undefined {
  const { value } = field;
  return value.type === "text" && value.text.value.trim() !== "" ? readProse(reading, field, pointer) : undefined;
}

/** A list of sentences, or one of them; `none` is no sentence. */
export function readRemarks(reading: Reading, { name, value }: Field, pointer: string): string[] {
  const texts = itemsOf(value).flatMap((item): SourceText[] => {
    if (item.type === "text") return [withoutBlankLines(item.text)];
    reading.report(faults.wrongValue, headOf(item), `an entry of \`${name}\` must be a text`, {
      help: `write \`"${name}": ["…"]\``,
    });
    return [];
  });
  const said = texts.filter((text, _, all) => text.value.trim() !== "" && !(all.length === 1 && isNothing(text.value)));
  return said.map((text, index) => reading.text(`${pointer}/${index}`, text));
}

export const itemsOf = (value: Value): readonly Value[] => (value.type === "list" ? value.items : [value]);
