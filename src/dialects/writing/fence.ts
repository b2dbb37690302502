/** A code block that its own text cannot close. */
export function fenceText(code: string, info = ""): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const marks = "`".repeat(longest + 1);
  return `${marks}${info}\n${code}${code === "" ? "" : "\n"}${marks}`;
}
