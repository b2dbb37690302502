import { displayWidth } from "../../std/display-width.ts";

/** At most this many columns; what is cut off leaves `…`. */
export function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = "";
  let used = 1;
  for (const { segment } of new Intl.Segmenter("en").segment(text)) {
    used += displayWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The same words on lines of at most this many columns. A word that is wider alone has a line to itself. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
