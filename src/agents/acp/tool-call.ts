import type { Tool, ToolKind, ToolRequest } from "../../ports/agent.ts";
import { visibleText } from "../../std/visible-text.ts";
import { beginningOf, fieldsOf, listOf, textOf } from "../json-rpc/loose.ts";
import { diffText } from "./diff-text.ts";
import { asPath, pathsInInput } from "./paths-in-input.ts";

/** What an agent has said about one use of a tool so far: each message tells only what is new. */
export type ToolCall = {
  id: string;
  /** As the protocol calls it. */
  kind: string;
  told: string;
  state: Tool["state"];
  /** Null for more than anybody would look through. */
  paths: readonly string[] | null;
  diff: string | null;
};

/** Null for a message that does not say which use it is about. */
export function toolCallIn(update: unknown, before: (id: string) => ToolCall | undefined): ToolCall | null {
  const fields = fieldsOf(update);
  const id = textOf(fields.toolCallId);
  if (id === null || id.length > LONGEST_NAME) return null;
  const known = before(id) ?? { id, kind: "", told: "", state: "begun", paths: [], diff: null };
  const content = listOf(fields.content).map(fieldsOf);
  const diffs = content.filter(({ type }) => type === "diff");
  const paths = pathsIn(fields.locations, diffs, fields.rawInput);
  return {
    id,
    kind: beginningOf(textOf(fields.kind) ?? known.kind, LONGEST_NAME),
    told: shortened(textOf(fields.title) ?? "") || known.told,
    state: known.state === "refused" ? "refused" : stateOf(fields.status, known.state),
    paths: paths === null || paths.length > 0 ? paths : known.paths,
    diff: diffs.length > 0 ? diffs.map(printed).join("") : known.diff,
  };
}

const LONGEST_NAME = 500;

export const eventOf = (call: ToolCall): Tool => ({
  ...{ type: "tool", id: call.id, told: named(call), state: call.state },
  ...{ paths: call.paths ?? [], diff: call.diff || null },
});

export const named = ({ told }: ToolCall): string => told || "a tool";

/** What it asks leave for, in our words. */
export const requestOf = ({ kind, told, paths }: ToolCall): ToolRequest => ({
  kind: KINDS.get(kind) ?? "unknown",
  told,
  paths: paths?.length ? paths : null,
});

const KINDS: ReadonlyMap<string, ToolKind> = new Map([
  ["read", "read"],
  ["search", "read"],
  ["edit", "write"],
  ["delete", "write"],
  ["move", "write"],
  ["execute", "run"],
  ["think", "think"],
  ["fetch", "fetch"],
]);

function stateOf(status: unknown, before: Tool["state"]): Tool["state"] {
  if (status === "completed") return "done";
  if (status === "failed") return "failed";
  return before;
}

/** Every file that is named anywhere: one that may not be touched is enough to refuse them all. */
function pathsIn(locations: unknown, diffs: readonly unknown[], rawInput: unknown): string[] | null {
  const named = [...listOf(locations), ...diffs].map((each) => asPath(textOf(fieldsOf(each).path) ?? ""));
  const given = pathsInInput(rawInput);
  if (given === null) return null;
  const found = new Set([...named, ...given].filter((path) => path !== ""));
  const isTooMuch = found.size > MOST_PATHS || [...found].some((path) => path.length > LONGEST_PATH);
  return isTooMuch ? null : [...found];
}

const MOST_PATHS = 100;
const LONGEST_PATH = 4096;

function printed(diff: unknown): string {
  const { path, oldText, newText } = fieldsOf(diff);
  return diffText(shortened(textOf(path) ?? ""), textOf(oldText), textOf(newText) ?? "");
}

/** One line of text that is safe to show. */
export const shortened = (text: string): string => {
  const line = visibleText(beginningOf(text, LONGEST_TITLE).replaceAll(/\s+/g, " ").trim());
  return text.length > LONGEST_TITLE ? `${line}…` : line;
};

const LONGEST_TITLE = 200;
