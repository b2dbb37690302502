const LONGEST = 72;

/** A title for something that has none: the first line of its What. */
export function firstLineAsTitle(what: string): string {
  const line = what.split("\n", 1)[0]?.trim() ?? "";
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  const bare = sentence.replace(/[.]$/, "");
  return bare.length > LONGEST ? `${withoutHalf(bare.slice(0, LONGEST - 1)).trimEnd()}…` : bare;
}

/** A cut may fall between the two halves of an emoji, and no file can hold one of them. */
const withoutHalf = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, "");
