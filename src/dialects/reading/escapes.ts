/** A text that has to stand on one line. */
export const asOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Puts a backslash before each of these characters, and before backslashes, so that they say nothing in Markdown. */
export const escaped = (text: string, characters: string): string =>
  text.replace(/./gsu, (each) => (each === "\\" || characters.includes(each) ? `\\${each}` : each));

/** Takes those backslashes off again; any other backslash is the author's own. */
export const unescaped = (text: string, characters: string): string =>
  text.replace(/\\(.)/gsu, (whole, each: string) => (each === "\\" || characters.includes(each) ? each : whole));
