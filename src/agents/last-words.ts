import { plainText } from "./plain-text.ts";
import type { Ending } from "./session.ts";

/**
 * What an agent that ended well has said at last: the final paragraph of its output. A line in it that begins with
 * `QUESTION:` or `CANNOT:` makes the rest of the paragraph a question, or the reason why it gave up.
 */
export function lastWords(output: string): Ending {
  const paragraph = lastParagraph(output);
  const lines = paragraph.split("\n");
  const at = lines.findLastIndex((line) => MARKER.test(line));
  const [, marker] = MARKER.exec(lines[at] ?? "") ?? [];
  const marked = cut(lines.slice(at).join("\n").replace(MARKER, "").trim());
  if (marker === "QUESTION" && marked !== "") return { reason: "asked", text: marked, question: marked };
  if (marker === "CANNOT") return { reason: "gave-up", text: marked || "it does not say why", question: null };
  return { reason: "finished", text: cut(paragraph), question: null };
}

/** The last line that says something, shortened: what programs print there is mostly why they failed. */
export const lastLine = (output: string): string =>
  plainText(output).trimEnd().split("\n").at(-1)?.trim().slice(0, LONGEST_LINE) ?? "";

const LONGEST_LINE = 300;

/** Enough of the output to find the last words in. */
export const LAST_BYTES = 64 * 1024;

const MARKER = /^\s*(QUESTION|CANNOT):/;

function lastParagraph(output: string): string {
  const text = plainText(output).trimEnd();
  const lines = text.split("\n");
  return lines
    .slice(lines.findLastIndex((line) => line.trim() === "") + 1)
    .join("\n")
    .trim();
}

const MOST_BYTES = 8 * 1024;

/** A character that would be cut in two is left out. */
const cut = (text: string): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, MOST_BYTES), { stream: true });
