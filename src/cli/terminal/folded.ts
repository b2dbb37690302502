import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../../std/display-width.ts";
import { linesWithin } from "./lines-within.ts";
import { terminalSize } from "./terminal-size.ts";

/**
 * Text for this stream: where it is a terminal, no line is left to be broken in the middle of a word. What goes into a file
 * or a pipe keeps its lines.
 */
export const folded = (text: string, stream: Pick<NodeJS.WriteStream, "isTTY" | "columns">): string =>
  stream.isTTY ? foldedTo(text, terminalSize(stream).width) : text;

/** Each line on as many as it needs, below the first a little further in. Colours take no room. */
export const foldedTo = (text: string, width: number): string => linesWithin(text, width, widthOf);

const widthOf = (line: string): number => displayWidth(stripVTControlCharacters(line));
