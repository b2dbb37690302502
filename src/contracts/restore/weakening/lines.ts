import { lastAtOrBefore } from "../../../std/last-at-or-before.ts";

/** Says on which line, counted from one, an offset of the text lies. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => lastAtOrBefore(starts, offset, (start) => start) + 1;
}
