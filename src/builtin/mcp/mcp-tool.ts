import { fieldsOf, isObject, textOf } from "../../agents/json-rpc/loose.ts";
import { plainText } from "../../agents/session/plain-text.ts";
import type { JsonSchema } from "../../ports/model.ts";

/** A tool as its server describes it. `readOnly` is only what the server says; what it can write is set by its mounts. */
export type McpTool = { name: string; description: string; schema: JsonSchema; readOnly: boolean };

/** Reads one entry of a server's list; a sentence about it where it cannot be offered. */
export function readTool(value: unknown): McpTool | string {
  const { name, description, inputSchema, annotations } = fieldsOf(value);
  if (typeof name !== "string" || name.trim() === "") return "a tool has no name";
  const told = `the tool \`${plainText(name).slice(0, 80)}\``;
  if (!isObject(inputSchema) || inputSchema.type !== "object") return `${told} has no schema of an object`;
  if (sizeOf(inputSchema) > MOST_SCHEMA) return `the schema of ${told} is too long`;
  return {
    name,
    // A model reads what people do not see, so that nothing invisible gets through.
    description: plainText((textOf(description) ?? "").slice(0, MOST_DESCRIPTION)).trim(),
    schema: inputSchema,
    readOnly: fieldsOf(annotations).readOnlyHint === true,
  };
}

/** Every request to the model carries them. */
const MOST_DESCRIPTION = 2_000;
const MOST_SCHEMA = 16_000;

/** What is nested too deeply to be written again is too long for anybody. */
function sizeOf(schema: JsonSchema): number {
  try {
    return JSON.stringify(schema).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
