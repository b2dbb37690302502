import { sameJson } from "../../std/same-json.ts";

/** Sets a member of an object, or takes it out when `value` is undefined. The path has one or two names. */
export type MemberEdit = { path: readonly string[]; value: unknown };

/**
 * JSON text with some members changed and every other letter as it was. The result is read back: text that is written in
 * an unusual way (a key twice, say) is printed anew instead, so the meaning is right in any case.
 */
export function editMembers(text: string, edits: readonly MemberEdit[]): string {
  const wanted = edits.reduce<unknown>(applied, JSON.parse(text.replace(/^\ufeff/, "")));
  const indent = indentOf(text);
  const edited = edits.reduce<string | null>((result, edit) => result && editText(result, edit, indent), text);
  return edited !== null && meansThat(edited, wanted) ? edited : printed(wanted, text, indent);
}

/** `fromEntries` makes even `__proto__` a member like any other. */
function applied(root: unknown, { path, value }: MemberEdit): unknown {
  const [key, ...below] = path;
  if (key === undefined) return value;
  const members = Object.entries(typeof root === "object" && root !== null && !Array.isArray(root) ? root : {});
  const old = members.find(([name]) => name === key)?.[1];
  const next = applied(old, { path: below, value });
  if (next === undefined) return Object.fromEntries(members.filter(([name]) => name !== key));
  if (old === undefined) return Object.fromEntries([...members, [key, next]]);
  return Object.fromEntries(members.map(([name, each]) => [name, name === key ? next : each]));
}

function meansThat(text: string, wanted: unknown): boolean {
  try {
    return sameJson(JSON.parse(text.replace(/^\ufeff/, "")), wanted);
  } catch {
    return false;
  }
}

const indentOf = (text: string): string => /^[ \t]+(?=")/m.exec(text)?.[0].slice(0, 10) ?? "";

function printed(value: unknown, like: string, indent: string): string {
  const text = `${JSON.stringify(value, null, indent)}${/\n\s*$/.test(like) ? "\n" : ""}`;
  return like.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}

/** Null when the place cannot be found; the caller prints it all then. */
function editText(text: string, { path, value }: MemberEdit, indent: string): string | null {
  let members = membersFrom(text, text.search(/[^\s\ufeff]/));
  for (const [depth, key] of path.entries()) {
    if (members === null) return null;
    const at = members.list.findIndex((member) => member.key === key);
    const member = members.list[at];
    const isLast = depth === path.length - 1;
    if (member === undefined) {
      const rest = path.slice(depth + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
      return value === undefined ? text : inserted(text, members, key, rest, indent.repeat(depth + 1), indent);
    }
    if (isLast) {
      if (value === undefined) return removed(text, members, at);
      return text.slice(0, member.valueStart) + shown(value, indent.repeat(depth + 1), indent) + text.slice(member.end);
    }
    members = membersFrom(text, member.valueStart);
  }
  return null;
}

type Member = { key: string; start: number; valueStart: number; end: number };
type Members = { list: Member[]; open: number };

/** The members of the object that begins here. One pass over its tokens; strings and nesting are all there is to know. */
function membersFrom(text: string, open: number): Members | null {
  if (text[open] !== "{") return null;
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/gy;
  const list: Member[] = [];
  let depth = 0;
  let key: { text: string; start: number } | null = null;
  let valueStart = -1;
  for (let at = open; at < text.length; at = token.lastIndex) {
    at += /\S/.exec(text.slice(at, at + 10_000))?.index ?? 0;
    token.lastIndex = at;
    const word = token.exec(text)?.[0];
    if (word === undefined) return null;
    if (depth === 1 && key !== null && valueStart < 0 && word !== ":") valueStart = at;
    else if (depth === 1 && key === null && word.startsWith('"')) key = { text: word, start: at };
    if (word === "{" || word === "[") depth += 1;
    if (word === "}" || word === "]") depth -= 1;
    const isValueOver = depth === 1 && key !== null && valueStart >= 0 && word !== ",";
    if (isValueOver && key !== null) {
      list.push({ key: JSON.parse(key.text), start: key.start, valueStart, end: token.lastIndex });
      key = null;
      valueStart = -1;
    }
    if (depth === 0) return { list, open };
  }
  return null;
}

const shown = (value: unknown, margin: string, indent: string): string =>
  JSON.stringify(value, null, indent).replaceAll("\n", `\n${margin}`);

function inserted(
  text: string,
  { list, open }: Members,
  key: string,
  value: unknown,
  margin: string,
  indent: string,
): string {
  const last = list.at(-1);
  const at = last?.end ?? open + 1;
  const line = indent === "" ? "" : text.includes("\r\n") ? "\r\n" : "\n";
  const written = `${line}${margin}${JSON.stringify(key)}:${indent === "" ? "" : " "}${shown(value, margin, indent)}`;
  const closing = last === undefined ? `${line}${margin.slice(indent.length)}` : "";
  return `${text.slice(0, at)}${last === undefined ? "" : ","}${written}${closing}${text.slice(at)}`;
}

function removed(text: string, { list }: Members, at: number): string {
  const [previous, member, next] = [list[at - 1], list[at], list[at + 1]];
  if (member === undefined) return text;
  if (next !== undefined) return text.slice(0, member.start) + text.slice(next.start);
  return text.slice(0, previous?.end ?? member.start) + text.slice(member.end);
}
