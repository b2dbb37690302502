/** The end of an output: what a person looks at first, and all the next worker is told. */
export function lastLines(text: string): string {
  const lines = text.trimEnd().split("\n").slice(-100).join("\n");
  return lines.length > MOST ? `…${lines.slice(-MOST)}` : lines;
}

const MOST = 32_000;
