import { faults } from "../reading/faults.ts";
import type { Field, Value } from "../reading/field.ts";
import { type FieldTable, knownFields } from "../reading/fields.ts";
import type { Reading } from "../reading/reading.ts";
import { hasShape } from "./shapes.ts";

/** The fields of a plan or a step, and those under its `planwright`. `isWhole` is false when that could not be read. */
export type Levels = { own: Field[]; extra: Field[]; isWhole: boolean };

/** Parts the two. A field that stands one level too high is reported, and then read as if it stood in its place. */
export function levelsOf(
  reading: Reading,
  fields: readonly Field[],
  own: FieldTable<never>,
  extra: FieldTable<never>,
): Levels {
  const isMisplaced = ({ name }: Field): boolean => Object.hasOwn(extra, name) && !Object.hasOwn(own, name);
  const known = knownFields(
    reading,
    fields.filter((field) => !isMisplaced(field)),
    [...Object.keys(own), "planwright"],
  );
  const [planwright] = known.filter(({ name }) => name === "planwright");
  const inner = planwright && hasShape(reading, planwright, "map") ? fieldsOf(planwright.value) : [];
  const taken = new Set(inner.map(({ name }) => name));
  const misplaced = fields.filter(isMisplaced);
  for (const { name, key } of misplaced)
    reading.report(faults.unknownField, key, `there is no field \`${name}\` here`, {
      help: `put it under \`planwright\`: \`"planwright": { "${name}": … }\``,
    });
  return {
    own: known.filter(({ name }) => name !== "planwright"),
    extra: [...inner, ...misplaced.filter(({ name }) => !taken.has(name))],
    isWhole: !planwright || planwright.value.type === "map",
  };
}

const fieldsOf = (value: Value): readonly Field[] => (value.type === "map" ? value.fields : []);
