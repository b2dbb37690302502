import { beginningOf } from "../json-rpc/loose.ts";

/**
 * What an agent says that it changes in a file: the lines between the first and the last that differ, with a few around
 * them. A null `before` is a file that was not there.
 */
export function diffText(path: string, before: string | null, after: string): string {
  const [old, fresh] = [linesOf(before ?? ""), linesOf(after)];
  const least = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < least && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < least - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
  if (head === old.length && head === fresh.length) return "";

  const from = Math.max(0, head - AROUND);
  const shown = [
    ...old.slice(from, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...fresh.slice(head, fresh.length - tail).map((line) => `+${line}`),
    ...old.slice(old.length - tail, old.length - tail + AROUND).map((line) => ` ${line}`),
  ];
  const counted = `@@ -${from + 1} +${from + 1} @@`;
  return cut([`--- ${before === null ? "/dev/null" : path}`, `+++ ${path}`, counted, ...shown].join("\n"));
}

const AROUND = 3;

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Agents send whole files; the tree says exactly what became of them. */
const cut = (text: string): string =>
  text.length > LONGEST ? `${beginningOf(text, text.lastIndexOf("\n", LONGEST))}\n…\n` : `${text}\n`;

const LONGEST = 16 * 1024;
