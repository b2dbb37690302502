import { lstatSync, unlinkSync } from "node:fs";
import { bytesOf, isBinary } from "./file-bytes.ts";
import { inItsFolder } from "./held-folder.ts";
import { done, type Outcome } from "./messages.ts";
import { nearMiss } from "./near-miss.ts";
import type { Place } from "./place.ts";
import { about, Trouble } from "./trouble.ts";
import { type Change, unifiedDiff } from "./unified-diff.ts";
import { replaceWhole, writeNew } from "./write-whole.ts";

export function createFile(place: Place, content: string): Outcome {
  writeNew(place, content);
  return done(`created ${place.name}`, diffOf(place, null, [{ from: 0, to: 0, by: Buffer.from(content) }]));
}

/** Bytes are replaced, and no others touched: neither line ends nor what is no valid text. */
export function updateFile(place: Place, edit: { old: string; new: string; all: boolean }): Outcome {
  const before = bytesOf(place);
  if (edit.old === "") throw new Trouble("failed", "`old` is empty: name the text to be replaced");
  const hasCrLf = !edit.old.includes("\r") && isCrLf(before);
  const [old, by] = [edit.old, edit.new].map((text) =>
    Buffer.from(hasCrLf ? text.replace(/\r?\n/g, "\r\n") : text),
  ) as [Buffer, Buffer];
  if (old.equals(by)) throw new Trouble("failed", "`old` and `new` are the same");
  const found = occurrences(before, old);
  const lines = found.slice(0, MOST_TOLD).map((at) => lineAt(before, at));
  if (found.length === 0) {
    throw new Trouble("failed", `\`old\` is not in ${place.name}; ${nearMiss(before, edit.old)}`);
  }
  if (found.length > 1 && !edit.all) {
    const more = found.length > lines.length ? " and more" : "";
    throw new Trouble(
      "failed",
      `\`old\` is in ${place.name} ${found.length} times (lines ${lines.join(", ")}${more}): add lines around it, or set \`all\``,
    );
  }
  const changes = found.map((from): Change => ({ from, to: from + old.length, by }));
  replaceWhole(place, applied(before, changes));
  const where = found.length === 1 ? `line ${lines[0]}` : `${found.length} places`;
  return done(`updated ${place.name} (${where})`, diffOf(place, before, changes));
}

const MOST_TOLD = 10;

/** A link is deleted, and never what it leads to; so the place must be the link's own. */
export function deleteFile(place: Place): Outcome {
  const before = about(place.name, () =>
    inItsFolder(place, { make: false }, (at) => {
      const stats = lstatSync(at);
      if (stats.isDirectory()) throw new Trouble("failed", `${place.name} is a folder: delete its files one by one`);
      const isText = stats.isFile() && stats.size <= MOST_BYTES;
      const bytes = isText ? bytesOf(place) : null;
      unlinkSync(at);
      return bytes;
    }),
  );
  const changes = before ? [{ from: 0, to: before.length, by: Buffer.alloc(0) }] : [];
  return done(`deleted ${place.name}`, before && diffOf(place, before, changes, false));
}

const MOST_BYTES = 1024 * 1024;

/** Whether there is such a file or not. */
export function writeFile(place: Place, content: string): Outcome {
  const by = Buffer.from(content);
  const isThere = about(place.name, () => isFileAt(place));
  if (!isThere) return createFile(place, content);
  const before = bytesOf(place);
  replaceWhole(place, by);
  return done(`wrote ${place.name}`, diffOf(place, before, [{ from: 0, to: before.length, by }]));
}

const isFileAt = ({ path }: Place): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function diffOf({ name }: Place, before: Buffer | null, changes: readonly Change[], isLeft = true): string | null {
  if (before && isBinary(before)) return null;
  return unifiedDiff(name, before, changes, isLeft) || null;
}

function occurrences(bytes: Buffer, text: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length)) found.push(at);
  return found;
}

function applied(before: Buffer, changes: readonly Change[]): Buffer {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { from, to, by } of changes) {
    parts.push(before.subarray(at, from), by);
    at = to;
  }
  return Buffer.concat([...parts, before.subarray(at)]);
}

/** Whether every line ends with both, as far as the beginning of the file tells. */
function isCrLf(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 1024 * 1024).toString("latin1");
  return text.includes("\r\n") && !/(?:^|[^\r])\n/.test(text);
}

function lineAt(bytes: Buffer, offset: number): number {
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < offset; at = bytes.indexOf(10, at + 1)) line++;
  return line;
}
