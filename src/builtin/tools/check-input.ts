import { nearest } from "../../std/nearest.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { InputSchema, Value } from "./schema.ts";
import type { BuiltinTool, ToolInput } from "./tool.ts";

export type CheckedInput = { ok: true; input: ToolInput } | { ok: false; why: string };

/** Reads what a model wrote as the input of a tool. Never throws: what is wrong is told in sentences for the model. */
export function readInput(tool: BuiltinTool, json: string): CheckedInput {
  try {
    // Some models write nothing where nothing is needed.
    return checkInput(tool, json.trim() === "" ? {} : JSON.parse(json));
  } catch (error) {
    return {
      ok: false,
      why: `The input of ${tool.name} is not JSON: ${error instanceof Error ? error.message : error}`,
    };
  }
}

/** The input with its known values; a null counts as left out. */
export function checkInput(tool: BuiltinTool, input: unknown): CheckedInput {
  if (!isObject(input)) return { ok: false, why: `The input of ${tool.name} must be an object` };
  const faults = faultsIn(input, tool.schema as InputSchema);
  if (faults.length > 0) return { ok: false, why: `${tool.name}: ${faults.slice(0, MOST_FAULTS).join("; ")}` };
  return { ok: true, input: Object.fromEntries(givenIn(input)) };
}

const MOST_FAULTS = 5;

const isObject = (input: unknown): input is object =>
  typeof input === "object" && input !== null && !Array.isArray(input);

const givenIn = (input: object): [string, unknown][] =>
  Object.entries(input).filter(([, value]) => value !== null && value !== undefined);

function faultsIn(input: object, { properties, required }: InputSchema): string[] {
  const given = givenIn(input);
  return [
    ...required.flatMap((name) => (given.some(([each]) => each === name) ? [] : [`\`${name}\` is missing`])),
    ...given.flatMap(([name, value]) => {
      const expected = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const fault = expected === undefined ? unknownName(name, Object.keys(properties)) : faultOf(value, expected);
      return fault === null ? [] : [`\`${visibleText(name.slice(0, LONGEST_NAME))}\` ${fault}`];
    }),
  ];
}

const LONGEST_NAME = 40;

function unknownName(name: string, names: readonly string[]): string {
  const meant = nearest(name, names);
  if (meant !== null) return `is not known; did you mean \`${meant}\`?`;
  return names.length === 0
    ? "is not known"
    : `is not known; there is ${names.map((each) => `\`${each}\``).join(", ")}`;
}

function faultOf(value: unknown, expected: Value): string | null {
  switch (expected.type) {
    case "string":
      if (typeof value !== "string") return "must be a text";
      if (expected.enum && !expected.enum.includes(value)) return `must be one of ${expected.enum.join(", ")}`;
      return value.length > (expected.maxLength ?? Number.POSITIVE_INFINITY)
        ? `must have at most ${expected.maxLength} characters`
        : null;
    case "integer":
      if (!Number.isSafeInteger(value)) return "must be a whole number";
      return Number(value) < expected.minimum || Number(value) > expected.maximum
        ? `must be from ${expected.minimum} to ${expected.maximum}`
        : null;
    case "boolean":
      return typeof value === "boolean" ? null : "must be true or false";
    case "array":
      if (!Array.isArray(value)) return "must be a list";
      return value.length > expected.maxItems
        ? `must have at most ${expected.maxItems} entries`
        : faultOfEntries(value, expected.items);
  }
}

/** The first one is enough to go by: what is wrong with an entry is mostly wrong with all of them. */
function faultOfEntries(entries: readonly unknown[], schema: InputSchema | Value): string | null {
  for (const [index, entry] of entries.entries()) {
    if (schema.type !== "object") {
      const fault = faultOf(entry, schema);
      if (fault !== null) return `has a fault in entry ${index + 1}: it ${fault}`;
      continue;
    }
    if (!isObject(entry)) return `must be a list of objects with ${Object.keys(schema.properties).join(", ")}`;
    const [fault] = faultsIn(entry, schema);
    if (fault !== undefined) return `has a fault in entry ${index + 1}: ${fault}`;
  }
  return null;
}
