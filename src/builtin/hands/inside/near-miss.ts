import { cutLine } from "./cut-output.ts";
import { readableText } from "./readable-text.ts";

/** What a file has in place of a text that is not in it: the same in other white space, or the line most like its own. */
export function nearMiss(file: Uint8Array, wanted: string): string {
  const lines = readableText(file.subarray(0, MOST_BYTES)).split("\n");
  const asked = wanted.split("\n").map(squeezed);
  while (asked.at(-1) === "") asked.pop();
  while (asked[0] === "") asked.shift();
  if (asked.length === 0) return "it is only white space";

  const plain = lines.map(squeezed);
  const same = plain.findIndex((_, at) => asked.every((line, index) => plain[at + index] === line));
  if (same >= 0) return `with other white space it is at line ${same + 1}:\n${shown(lines, same, asked.length)}`;

  const [at, likeness] = mostLike(plain, longestOf(asked));
  if (likeness < ALIKE) return "nothing in it is like this: read it first";
  const from = Math.max(0, at - asked.indexOf(longestOf(asked)));
  return `the nearest is at line ${from + 1}:\n${shown(lines, from, asked.length)}`;
}

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_SHOWN = 12;
const ALIKE = 0.5;

const squeezed = (line: string): string => line.trim().replace(/\s+/g, " ");

const shown = (lines: readonly string[], from: number, count: number): string =>
  lines
    .slice(from, from + Math.min(count, MOST_SHOWN))
    .map((line) => cutLine(line, 400))
    .join("\n");

const longestOf = (lines: readonly string[]): string => lines.reduce((a, b) => (b.length > a.length ? b : a), "");

/** The line that shares the most pairs of letters with a text, and how many of all. */
function mostLike(lines: readonly string[], text: string): [at: number, likeness: number] {
  const wanted = pairsOf(text);
  let best: [number, number] = [0, 0];
  for (const [at, line] of lines.entries()) {
    if (line.length > 4 * text.length + 8 || line.length * 4 + 8 < text.length) continue;
    const pairs = pairsOf(line);
    const shared = [...pairs].filter((pair) => wanted.has(pair)).length;
    const likeness = (2 * shared) / Math.max(1, wanted.size + pairs.size);
    if (likeness > best[1]) best = [at, likeness];
  }
  return best;
}

function pairsOf(line: string): Set<string> {
  const text = line.slice(0, 400);
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
}
