/** A code block that its own text cannot close. */
export function fenceText(code: string, info = ""): string {
  let longest = 2;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const marks = "`".repeat(longest + 1);
  return `${marks}${info}\n${code}${code === "" ? "" : "\n"}${marks}`;
}
