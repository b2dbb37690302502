/** Bytes of a file that others take the place of. In order, and none inside another. */
export type Change = { from: number; to: number; by: Uint8Array };

/**
 * The unified diff of changes whose places are known, so nothing has to be compared. `before` is null for a file that was
 * not there, and `isLeft` false for one that is gone afterwards. Long ones are cut: the tree has it all.
 */
export function unifiedDiff(
  path: string,
  before: Uint8Array | null,
  changes: readonly Change[],
  isLeft = true,
): string {
  const old = before ?? new Uint8Array();
  const head = [`--- ${before === null ? "/dev/null" : `a/${path}`}`, `+++ ${isLeft ? `b/${path}` : "/dev/null"}`];
  const lines = [...head];
  let [counted, countedTo, shift] = [0, 0, 0];
  for (const group of groupsOf(old, changes)) {
    counted += breaksIn(old, countedTo, group.from);
    countedTo = group.from;
    const fresh = applied(old, group);
    if (group.to - group.from + fresh.length > MOST_BYTES) break;
    const [removed, added] = [linesOf(old.subarray(group.from, group.to)), linesOf(fresh)];
    const hunk = hunkOf(removed, added);
    if (hunk.length > 0) lines.push(heading(counted, shift, removed.length, added.length));
    for (const line of hunk) lines.push(line);
    shift += added.length - removed.length;
    if (lines.length > MOST_LINES) break;
  }
  return lines.length === head.length && before !== null && isLeft ? "" : cut(lines);
}

const AROUND = 3;
const MOST_LINES = 2000;
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_CHARACTERS = 32_000;

/** Changes so near to each other that they share lines; from the start of a line to the end of one, context included. */
type Group = { from: number; to: number; changes: Change[] };

function groupsOf(old: Uint8Array, changes: readonly Change[]): Group[] {
  const groups: Group[] = [];
  for (const change of changes) {
    const [from, to] = [lineStart(old, change.from, AROUND), lineEnd(old, change.to, AROUND)];
    const last = groups.at(-1);
    if (last && from <= last.to) {
      last.to = Math.max(last.to, to);
      last.changes.push(change);
    } else groups.push({ from, to, changes: [change] });
  }
  return groups;
}

function applied(old: Uint8Array, { from, to, changes }: Group): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = from;
  for (const change of changes) {
    parts.push(old.subarray(at, change.from), change.by);
    at = change.to;
  }
  return Buffer.concat([...parts, old.subarray(at, to)]);
}

/** The start of the line that is `more` lines above the one at an offset. */
function lineStart(bytes: Uint8Array, offset: number, more: number): number {
  let at = offset;
  for (let count = 0; count <= more && at > 0; count++) {
    at = bytes.subarray(0, count === 0 ? at : at - 1).lastIndexOf(BREAK) + 1;
  }
  return at;
}

function lineEnd(bytes: Uint8Array, offset: number, more: number): number {
  let at = offset;
  for (let count = 0; count <= more && at < bytes.length; count++) {
    const end = bytes.indexOf(BREAK, at);
    at = end < 0 ? bytes.length : end + 1;
  }
  return at;
}

const BREAK = 10;

function breaksIn(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(BREAK, from); at >= 0 && at < to; at = bytes.indexOf(BREAK, at + 1)) count++;
  return count;
}

/** Each with its line break. */
function linesOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return text.split(/(?<=\n)/).filter((line) => line !== "");
}

/** What both begin or end with stands there once. */
function hunkOf(removed: readonly string[], added: readonly string[]): string[] {
  const least = Math.min(removed.length, added.length);
  let head = 0;
  while (head < least && removed[head] === added[head]) head++;
  let tail = 0;
  while (tail < least - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail++;
  if (head === removed.length && head === added.length) return [];
  return [
    ...removed.slice(0, head).map((line) => shown(" ", line)),
    ...removed.slice(head, removed.length - tail).map((line) => shown("-", line)),
    ...added.slice(head, added.length - tail).map((line) => shown("+", line)),
    ...removed.slice(removed.length - tail).map((line) => shown(" ", line)),
  ];
}

const shown = (sign: string, line: string): string =>
  line.endsWith("\n") ? `${sign}${line.slice(0, -1)}` : `${sign}${line}\n\\ No newline at end of file`;

const heading = (above: number, shift: number, removed: number, added: number): string =>
  `@@ -${range(above, removed)} +${range(above + shift, added)} @@`;

/** The line before it, where there is none. */
const range = (above: number, count: number): string => `${count === 0 ? above : above + 1},${count}`;

function cut(lines: readonly string[]): string {
  const text = lines.join("\n");
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}\n…\n` : `${text}\n`;
}
