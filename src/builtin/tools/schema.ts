/** The part of JSON Schema that our tools use: an object of plain values, or of lists of texts or of such objects. */
export type InputSchema = {
  type: "object";
  properties: Readonly<Record<string, Value>>;
  required: readonly string[];
  additionalProperties: false;
};

type Text = { type: "string"; description?: string; maxLength?: number; enum?: readonly string[] };

export type Value =
  | Text
  | { type: "integer"; description?: string; minimum: number; maximum: number }
  | { type: "boolean"; description?: string }
  | { type: "array"; description?: string; items: InputSchema | Text; maxItems: number };

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
export const TEXT: Text = { type: "string" };
