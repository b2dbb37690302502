import type { SourceFile, Span } from "../../diagnostics/span.ts";
import type { SourceText } from "../reading/source-text.ts";
import type { JsonFault } from "./json-fault.ts";

type ScannedString = { type: "string"; text: SourceText; end: number } | { type: "fault"; fault: JsonFault };

/**
 * The string whose opening quote stands at `from`. Its span is what stands between the quotes. Every run of plain
 * characters, and every escape, keeps its place in the file. Line endings become LF.
 */
export function scanString({ path, text }: SourceFile, from: number): ScannedString {
  let hasEscapes = false;
  for (let at = from + 1; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code < SPACE) return { type: "fault", fault: controlFault(text, from, at) };
    if (code === QUOTE) {
      const span = { file: path, start: from + 1, end: at };
      return { type: "string", text: hasEscapes ? unescapedText(text, span) : plainText(text, span), end: at + 1 };
    }
    const escaped = code === BACKSLASH ? escapeAt(text, at) : PLAIN;
    if (!escaped) return { type: "fault", fault: escapeFault(text, at) };
    if (code === BACKSLASH) hasEscapes = true;
    at += escaped.length;
  }
  return { type: "fault", fault: controlFault(text, from, text.length) };
}

function plainText(text: string, span: Span): SourceText {
  const { start, end } = span;
  return { value: text.slice(start, end), span, lines: [{ at: 0, from: start, length: end - start }] };
}

/** Its runs are found when somebody asks: a text that is nothing but escapes has millions, and few are pointed into. */
function unescapedText(text: string, span: Span): SourceText {
  const value: string = JSON.parse(text.slice(span.start - 1, span.end + 1));
  let runs: SourceText["lines"] | null = null;
  return {
    value: value.replace(/\r\n?/g, "\n"),
    span,
    get lines() {
      runs ??= runsIn(text, span);
      return runs;
    },
  };
}

function runsIn(text: string, { start, end }: Span): SourceText["lines"] {
  const runs: { at: number; from: number; length: number }[] = [];
  let length = 0;
  let isAfterReturn = false;
  for (let at = start; at < end; ) {
    const next = text.indexOf("\\", at);
    const plain = (next < 0 || next > end ? end : next) - at;
    if (plain > 0) {
      runs.push({ at: length, from: at, length: plain });
      length += plain;
      at += plain;
      isAfterReturn = false;
      continue;
    }
    const escaped = escapeAt(text, at) ?? PLAIN;
    // Of `\r\n` the first half has become the line break already.
    if (!(isAfterReturn && escaped.sign === "\n")) runs.push({ at: length++, from: at, length: 0 });
    isAfterReturn = escaped.sign === "\r";
    at += escaped.length;
  }
  runs.push({ at: length, from: end, length: 0 });
  return runs;
}

const PLAIN = { sign: "", length: 1 };
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const SIGNS: Partial<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

function escapeAt(text: string, at: number): { sign: string; length: number } | null {
  const sign = SIGNS[text[at + 1] ?? ""];
  if (sign !== undefined) return { sign, length: 2 };
  const hex = /^\\u([0-9a-fA-F]{4})$/.exec(text.slice(at, at + 6))?.[1];
  return hex === undefined ? null : { sign: String.fromCharCode(Number.parseInt(hex, 16)), length: 6 };
}

function escapeFault(text: string, at: number): JsonFault {
  const next = text[at + 1] ?? "";
  const isPlain = /[!-~]/.test(next);
  return {
    start: at,
    end: at + 1 + (isPlain ? 1 : 0),
    message: isPlain ? `\`\\${next}\` means nothing in JSON` : "this backslash escapes nothing",
    help: next === "u" ? "write four hexadecimal digits after `\\u`" : "write `\\\\` for a backslash",
  };
}

/** A line break, or the end of the text: then the closing quote has been forgotten. */
function controlFault(text: string, from: number, at: number): JsonFault {
  if (at === text.length || /[\r\n]/.test(text[at] ?? ""))
    return {
      start: from,
      end: at,
      message: "this text is not closed on its line",
      help: 'close it with `"`; a line break inside a text is written `\\n`',
    };
  const code = text.charCodeAt(at);
  const hex = code.toString(16).padStart(4, "0");
  return {
    start: at,
    end: at + 1,
    message: code === TAB ? "a tab stands inside a text" : `the control character U+${hex.toUpperCase()} stands here`,
    help: `write it as \`${code === TAB ? "\\t" : `\\u${hex}`}\``,
  };
}

const TAB = 9;
