/** A piece of a command as a message shows it: one line, not too long, in backticks. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `\`${line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line}\``;
}

const LONGEST = 48;
