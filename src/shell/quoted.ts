/** A piece of a command as a message shows it: one line, not too long, in backticks. */
export function quoted(text: string): string {
  // A backslash at the end of a line joins it with the next.
  const line = text
    .replace(/\\\r?\n/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return `\`${line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line}\``;
}

const LONGEST = 48;
