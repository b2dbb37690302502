/**
 * Why no topic can have this name, as what one says after it (`is empty`); null for a name that one can have. The same
 * everywhere: in plans, on the command line and in the store.
 */
export function topicNameFault(name: string): string | null {
  if (name === "") return "is empty";
  const length = [...name].length;
  if (length > LONGEST) return `has ${length} characters; ${LONGEST} are the most`;
  const stranger = /[^A-Za-z0-9._-]/u.exec(name)?.[0];
  if (stranger !== undefined)
    return `has ${spoken(stranger)} in it; only letters, digits, \`.\`, \`_\` and \`-\` may be`;
  return /^[A-Za-z0-9]/.test(name) ? null : `begins with \`${name[0]}\`; a letter or a digit must come first`;
}

const LONGEST = 64;

function spoken(character: string): string {
  if (character === "/" || character === "\\") return "a path";
  return /\s/.test(character) ? "a blank" : `\`${character}\``;
}
