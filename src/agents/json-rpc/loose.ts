/** What an agent sends is read field by field, since nothing holds it to what the protocol says. */
export type Loose = Readonly<Record<string, unknown>>;

/** Whatever is no object has no fields. */
export const fieldsOf = (value: unknown): Loose => (isObject(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** A number of things: whole, and never below zero. */
export const countOf = (value: unknown): number =>
  typeof value === "number" && value > 0 && Number.isSafeInteger(Math.round(value)) ? Math.round(value) : 0;

export const isObject = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The beginning of a text, copied: a mere part would keep all of it in memory. */
export const beginningOf = (text: string, most: number): string =>
  text.length <= most ? text : Buffer.from(text.slice(0, most)).toString("utf8");
