import { posix } from "node:path";
import { parseDuration } from "../plan/duration.ts";
import { nearest } from "../std/nearest.ts";
import { visibleText } from "../std/visible-text.ts";
import { type Entry, type Located, ScriptError } from "./located-yaml.ts";

/** One thing that a scripted agent does. Paths lie in its tree. */
export type ScriptItem =
  | { do: "say"; text: string }
  /** Says those lines of its conversation so far that have these words. */
  | { do: "recall"; words: string }
  | { do: "write" | "append"; path: string; text: string }
  | { do: "replace"; path: string; old: string; new: string }
  | { do: "delete"; path: string }
  /** `must`: the session fails with the command. */
  | { do: "run"; command: string; must: boolean }
  | { do: "wait"; seconds: number }
  | { do: "ask"; question: string }
  | { do: "give-up"; why: string }
  | { do: "crash" }
  | { do: "exit"; status: number };

/** Throws `ScriptError` for what is no item. */
export function readItem(value: Located): ScriptItem {
  const fields = fieldsOf(value, [...Object.keys(READERS), "must"]);
  const must = fields.get("must");
  fields.delete("must");
  const [first, second] = fields;
  if (!first) throw new ScriptError(value.line, `an item is one of ${names(Object.keys(READERS))}`);
  if (second) throw new ScriptError(value.line, `\`${first[0]}\` and \`${second[0]}\` are two items`);
  const item = READERS[first[0] as Deed](first[1]);
  if (!must) return item;
  if (item.do !== "run") throw new ScriptError(must.line, "`must` belongs to `run`");
  return { ...item, must: truthOf(must, "must") };
}

type Deed = ScriptItem["do"];

const READERS: Record<Deed, (value: Located) => ScriptItem> = {
  say: (value) => ({ do: "say", text: textOf(value, "say") }),
  write: (value) => ({ do: "write", ...textInFile(value) }),
  append: (value) => ({ do: "append", ...textInFile(value) }),
  replace: (value) => {
    const fields = exactFields(value, ["path", "old", "new"]);
    const old = textOf(fields.old, "old");
    if (old === "") throw new ScriptError(fields.old.line, "`old` is empty, and so is everywhere");
    return { do: "replace", path: pathOf(fields.path), old, new: textOf(fields.new, "new") };
  },
  delete: (value) => ({ do: "delete", path: pathOf(value) }),
  run: (value) => ({ do: "run", command: textOf(value, "run"), must: false }),
  wait: (value) => ({ do: "wait", seconds: secondsOf(value) }),
  ask: (value) => ({ do: "ask", question: textOf(value, "ask") }),
  "give-up": (value) => ({ do: "give-up", why: textOf(value, "give-up") }),
  crash: (value) => {
    if (!truthOf(value, "crash")) throw new ScriptError(value.line, "`crash` is `true`, or is left out");
    return { do: "crash" };
  },
  exit: (value) => ({ do: "exit", status: statusOf(value) }),
  recall: (value) => ({ do: "recall", words: textOf(value, "recall") }),
};

const textInFile = (value: Located): { path: string; text: string } => {
  const { path, text } = exactFields(value, ["path", "text"]);
  return { path: pathOf(path), text: textOf(text, "text") };
};

/** The values of a map that may have these keys and no other, by their names. */
export function fieldsOf(value: Located, allowed: readonly string[]): Map<string, Located> {
  if (value.kind !== "map") throw new ScriptError(value.line, `here stands a map with ${names(allowed)}`);
  return new Map(value.entries.map((entry) => [knownKey(entry, allowed), entry.value]));
}

function knownKey({ key, line }: Entry, allowed: readonly string[]): string {
  if (typeof key === "string" && allowed.includes(key)) return key;
  const meant = nearest(String(key), allowed);
  const help = meant === null ? `known here: ${names(allowed)}` : `did you mean \`${meant}\`?`;
  throw new ScriptError(line, `unknown key \`${visibleText(String(key))}\`; ${help}`);
}

function exactFields<Name extends string>(value: Located, wanted: readonly Name[]): Record<Name, Located> {
  const fields = fieldsOf(value, wanted);
  const entries = wanted.map((name) => {
    const field = fields.get(name);
    if (!field) throw new ScriptError(value.line, `\`${name}\` is missing`);
    return [name, field] as const;
  });
  return Object.fromEntries(entries) as Record<Name, Located>;
}

function textOf(value: Located, name: string): string {
  if (value.kind === "scalar" && typeof value.value === "string") return value.value;
  throw new ScriptError(value.line, `\`${name}\` is text; put it in quotes`);
}

function truthOf(value: Located, name: string): boolean {
  if (value.kind === "scalar" && typeof value.value === "boolean") return value.value;
  throw new ScriptError(value.line, `\`${name}\` is \`true\` or \`false\``);
}

function pathOf(value: Located): string {
  const path = textOf(value, "path");
  const plain = posix.normalize(path).replace(/\/$/, "");
  const told = visibleText(path);
  if (path === "" || plain === "." || path.includes("\0")) throw new ScriptError(value.line, `\`${told}\` is no file`);
  if (posix.isAbsolute(path)) throw new ScriptError(value.line, `\`${told}\` is absolute; paths start at the tree`);
  if (plain === ".." || plain.startsWith("../")) throw new ScriptError(value.line, `\`${told}\` leaves the tree`);
  return plain;
}

function secondsOf(value: Located): number {
  const seconds = value.kind === "scalar" ? parseDuration(String(value.value)) : null;
  if (seconds === null) throw new ScriptError(value.line, "`wait` is a duration such as `2s` or `500ms`");
  return seconds;
}

function statusOf(value: Located): number {
  const status = value.kind === "scalar" ? value.value : null;
  if (typeof status === "number" && Number.isInteger(status) && status >= 0 && status <= 255) return status;
  throw new ScriptError(value.line, "`exit` is a number from 0 to 255");
}

const names = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(", ");
