import { visibleText } from "../../../std/visible-text.ts";

/**
 * Bytes as text that a model can read: invalid ones become `�`, and what is invisible is spelled out, but for tabs and
 * line breaks, which code is made of. The `\r` of line breaks is left out.
 */
export function readableText(bytes: Uint8Array): string {
  return readable(decoder.decode(bytes), (line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

/** The same for what a program prints: without colours, and lines that it wrote over as they were at last. */
export function printedText(bytes: Uint8Array): string {
  return readable(decoder.decode(bytes).replace(ESCAPES, ""), (line) => line.replace(/\r+$/, "").replace(/^.*\r/s, ""));
}

const decoder = new TextDecoder("utf-8");

const readable = (text: string, ended: (line: string) => string): string =>
  text
    .split("\n")
    .map((line) => ended(line).split("\t").map(visibleText).join("\t"))
    .join("\n");

const [ESC, BELL] = ["\u001b", "\u0007"];

/** Colours and cursor moves, window titles and links, two-letter escapes. Every attempt ends at the next escape. */
const ESCAPES = new RegExp(
  `${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESC}]*(?:${BELL}|${ESC}\\\\)|[@-_])|\u009b[0-?]*[ -/]*[@-~]`,
  "g",
);
