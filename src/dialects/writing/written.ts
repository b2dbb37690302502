/** A value as it is written in YAML or JSON. */
export type Written = string | number | boolean | readonly Written[] | { readonly [key: string]: Written };

/** Fields by their written names, in the order they are written. What was never said is not written. */
export type Entries = { [field: string]: Written };

/** Leaves out what is absent, and lists without entries. */
export function entries(fields: { [field: string]: Written | undefined }): Entries {
  const said = Object.entries(fields).filter(
    (entry): entry is [string, Written] =>
      entry[1] !== undefined && !(Array.isArray(entry[1]) && entry[1].length === 0),
  );
  return Object.fromEntries(said);
}
