/** The part of JSON Schema that our tools use: an object of plain values, or of lists of such objects. */
export type InputSchema = {
  type: "object";
  properties: Readonly<Record<string, Value>>;
  required: readonly string[];
  additionalProperties: false;
};

export type Value =
  | { type: "string"; description?: string; maxLength?: number; enum?: readonly string[] }
  | { type: "integer"; description?: string; minimum: number; maximum: number }
  | { type: "boolean"; description?: string }
  | { type: "array"; description?: string; items: InputSchema; maxItems: number };

/** A name that ends with `?` may be left out. */
export function inputSchema(values: Readonly<Record<string, Value>>): InputSchema {
  const entries = Object.entries(values);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, value]) => [plain(name), value])),
    required: entries.flatMap(([name]) => (name.endsWith("?") ? [] : [name])),
    additionalProperties: false,
  };
}

const plain = (name: string): string => name.replace(/\?$/, "");

/** What it means is said by its name. */
export const TEXT: Value = { type: "string" };
