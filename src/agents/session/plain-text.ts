import { visibleText } from "../../std/visible-text.ts";

/** What a program printed, as text that is safe to show and to hand on: no colours, no cursor moves, nothing invisible. */
export const plainText = (text: string): string =>
  text
    .replace(ESCAPES, "")
    .split(/\r\n|[\n\r]/)
    .map((line) => visibleText(line.replaceAll("\t", "    ")))
    .join("\n");

const [ESC, BELL] = ["\u001b", "\u0007"];

/** Colours and cursor moves, window titles and links, two-letter escapes. Every attempt ends at the next escape. */
const ESCAPES = new RegExp(
  `${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESC}]*(?:${BELL}|${ESC}\\\\)|[@-_])|\u009b[0-?]*[ -/]*[@-~]`,
  "g",
);
