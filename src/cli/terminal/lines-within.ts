/** Each line on as many as it needs, below the first a little further in; `widthOf` says how much room a text takes. */
export const linesWithin = (text: string, width: number, widthOf: (line: string) => number): string =>
  text
    .split("\n")
    .flatMap((line) => (widthOf(line) <= width ? [line] : brokenUp(line, width, widthOf)))
    .join("\n");

function brokenUp(line: string, width: number, widthOf: (line: string) => number): string[] {
  const [indent = ""] = /^ */.exec(line) ?? [];
  const hanging = " ".repeat(Math.min(indent.length + 2, Math.floor(width / 2)));
  const lines: string[] = [];
  for (const word of line.slice(indent.length).split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${last === undefined ? indent : hanging}${word}`);
  }
  return lines.map((each) => each.trimEnd());
}
