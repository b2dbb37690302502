import { fieldsOf, type Loose, listOf, textOf } from "../../agents/json-rpc/loose.ts";
import { visibleText } from "../../std/visible-text.ts";
import type { Used } from "../tools/tool.ts";

/** What the model reads of a server's result. It may be anything, since nothing holds a server to its own schema. */
export function useOf(result: Loose): Used {
  const { content, structuredContent, isError } = result;
  if (!Array.isArray(content) && structuredContent === undefined) return used("failed", "its answer is no result");
  const said = listOf(content).map(partText);
  const text = said.length === 0 && structuredContent !== undefined ? jsonOf(structuredContent) : said.join("\n");
  return used(isError === true ? "failed" : "done", cut(readable(text)) || "(nothing)");
}

const used = (state: Used["state"], text: string): Used => ({ state, text, diff: null });

/** What is no text is only named: there is nobody who could look at it. */
function partText(part: unknown): string {
  const { type, text, mimeType, uri, data, resource } = fieldsOf(part);
  switch (type) {
    case "text":
      return textOf(text) ?? "";
    case "resource_link":
      return `[link: ${named(uri)}]`;
    case "resource": {
      const { text: content, uri: from, mimeType: kind } = fieldsOf(resource);
      return textOf(content) ?? `[${named(kind)}: ${named(from)}]`;
    }
    case "image":
    case "audio":
      return `[${type}: ${named(mimeType)}, ${Math.floor(((textOf(data)?.length ?? 0) * 3) / 4)} bytes]`;
    default:
      return `[${named(type)}]`;
  }
}

const named = (value: unknown): string => (textOf(value) ?? "unknown").slice(0, 200);

/** What is nested too deeply cannot be written again. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "[nested too deeply]";
  }
}

/** With whatever is invisible spelled out, but for tabs and line breaks, which code is made of. */
const readable = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.split("\t").map(visibleText).join("\t"))
    .join("\n");

/** Its beginning and its end: what matters mostly stands at one of them. */
function cut(text: string): string {
  if (text.length <= MOST) return text;
  const left = text.length - HEAD - TAIL;
  return `${text.slice(0, HEAD)}\n[… ${left} characters are left out …]\n${text.slice(-TAIL)}`.toWellFormed();
}

const MOST = 16_000;
const HEAD = 5_000;
const TAIL = 10_900;
