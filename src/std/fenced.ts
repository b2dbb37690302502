/** A block that its own text cannot end: its fence is longer than any row of backticks in the text. */
export function fenced(text: string, info = ""): string {
  const fence = "`".repeat(Math.max(3, longestRow(text) + 1));
  return `${fence}${info}\n${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** The same within a line. */
export function inline(text: string): string {
  const marks = "`".repeat(longestRow(text) === 0 ? 1 : longestRow(text) + 1);
  return marks === "`" ? `\`${text}\`` : `${marks} ${text} ${marks}`;
}

const longestRow = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, row) => Math.max(longest, row.length), 0);
