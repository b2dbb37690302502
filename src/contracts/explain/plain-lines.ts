import type { KeptText } from "../../record/observation.ts";

/**
 * An output as lines of plain text: no colours, no carriage returns. A line is cut where no message of any tool is still
 * going on, so that one endless line costs no more than many short ones.
 */
export function plainLines(text: string): string[] {
  const lines = text.replace(ESCAPES, "").split(/\r\n|[\n\r]/);
  for (const [index, line] of lines.entries()) if (line.length > LONGEST) lines[index] = line.slice(0, LONGEST);
  return lines;
}

/** What was kept of an output, with a line that says what was not. */
export function keptLines({ head, tail, dropped }: KeptText): string[] {
  if (dropped === 0) return plainLines(head + tail);
  return [...plainLines(head), `… ${dropped} bytes not kept …`, ...plainLines(tail)];
}

const LONGEST = 1000;

const [ESC, BELL] = ["\u001b", "\u0007"];

/** Colours and cursor moves, window titles and links, two-letter escapes. Every attempt ends at the next escape. */
const ESCAPES = new RegExp(
  `${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESC}]*(?:${BELL}|${ESC}\\\\)|[@-_])|\u009b[0-?]*[ -/]*[@-~]`,
  "g",
);
