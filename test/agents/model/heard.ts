/** A request, whatever its wire format. */
export type Heard = {
  model: string;
  isStreamed: boolean;
  tools: readonly OfferedTool[];
  /** False where the model is told to speak, and use none of the tools. */
  mayCall: boolean;
  /** In their order; the system's own text is no part of them. */
  turns: readonly Turn[];
  /** Everything that the model reads, in the order in which it does. */
  blocks: readonly Block[];
};

export type Turn = { by: "user" | "model" | "tool"; text: string };

/** A piece that is kept or read anew as a whole. `marked`: the client wants everything up to here to be kept. */
export type Block = { json: string; marked: boolean };

/** `takes` is `text` for a tool whose input is no JSON. Tools of a group are called by its name as well. */
export type OfferedTool = {
  name: string;
  group: string | null;
  takes: "json" | "text";
  properties: Readonly<Record<string, unknown>>;
};

/** The text of a content that is a string, or parts of which some are text. */
export function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (typeof part === "string" ? part : String(part?.text ?? ""))).join("\n");
}

/** The properties of a JSON schema. */
export const propertiesIn = (schema: unknown): OfferedTool["properties"] =>
  (schema as { properties?: Record<string, unknown> } | undefined)?.properties ?? {};

/** Blocks of what has no marks. What is not there is no block. */
export const unmarked = (values: readonly unknown[]): Block[] =>
  values.flatMap((value) => (value === undefined ? [] : [{ json: JSON.stringify(value), marked: false }]));
