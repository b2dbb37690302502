import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../../std/display-width.ts";
import { terminalSize } from "./terminal-size.ts";

/**
 * Text for this stream: where it is a terminal, no line is left to be broken in the middle of a word. What goes into a file
 * or a pipe keeps its lines.
 */
export const folded = (text: string, stream: Pick<NodeJS.WriteStream, "isTTY" | "columns">): string =>
  stream.isTTY ? foldedTo(text, terminalSize(stream).width) : text;

/** Each line on as many as it needs, below the first a little further in. Colours take no room. */
export const foldedTo = (text: string, width: number): string =>
  text
    .split("\n")
    .flatMap((line) => (widthOf(line) <= width ? [line] : brokenUp(line, width)))
    .join("\n");

function brokenUp(line: string, width: number): string[] {
  const [indent = ""] = /^ */.exec(line) ?? [];
  const hanging = " ".repeat(Math.min(indent.length + 2, Math.floor(width / 2)));
  const lines: string[] = [];
  for (const word of line.slice(indent.length).split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${last === undefined ? indent : hanging}${word}`);
  }
  return lines.map((each) => each.trimEnd());
}

const widthOf = (line: string): number => displayWidth(stripVTControlCharacters(line));
