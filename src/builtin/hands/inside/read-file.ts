import { readSync } from "node:fs";
import { cutLine, MOST } from "./cut-output.ts";
import { isBinary, withFile } from "./file-bytes.ts";
import { done, type Outcome } from "./messages.ts";
import type { Place } from "./place.ts";
import { readableText } from "./readable-text.ts";
import { Trouble } from "./trouble.ts";

/**
 * Lines of a file, without numbers: `update_file` goes by the text. Where it stops short, it says how to go on, so
 * nothing is ever left out in the middle.
 */
export function readLines(place: Place, { from = 1, lines = 2000 }: { from?: number; lines?: number }): Outcome {
  const { scanned, size } = withFile(place, (handle, bytes) => ({ scanned: scan(handle, from, lines), size: bytes }));
  if (scanned === null) throw new Trouble("failed", `${place.name} is a binary file (${size} bytes)`);
  const { wanted, total } = scanned;
  if (total === 0) return done(`${place.name} is empty`);
  if (from > total) throw new Trouble("failed", `${place.name} has only ${total} lines`);

  const shown: string[] = [];
  let room = MOST - 200;
  for (const line of splitLines(wanted)) {
    const text = cutLine(line);
    room -= text.length + 1;
    if (room < 0 || shown.length === lines) break;
    shown.push(text);
  }
  const last = from + shown.length - 1;
  const text = shown.join("\n");
  if (from === 1 && last === total) return done(text);
  const more = last < total ? `; go on with from_line ${last + 1}` : "";
  return done(`${text}\n… lines ${from} to ${last} of ${total}${more}`);
}

/** Goes through all of a file to count its lines, and keeps only those that are wanted. Null for a binary one. */
function scan(handle: number, from: number, lines: number): { wanted: Uint8Array; total: number } | null {
  const chunk = Buffer.alloc(256 * 1024);
  const wanted: Uint8Array[] = [];
  let [line, kept, last, isFirst] = [1, 0, 10, true];
  for (let length = readSync(handle, chunk); length > 0; length = readSync(handle, chunk)) {
    const bytes = chunk.subarray(0, length);
    if (isFirst && isBinary(bytes)) return null;
    isFirst = false;
    let start = line >= from ? 0 : -1;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
      line++;
      if (line === from) start = at + 1;
      if (line === from + lines) kept = keep(wanted, bytes.subarray(start, at + 1), kept);
    }
    if (start >= 0 && line < from + lines) kept = keep(wanted, bytes.subarray(start), kept);
    last = bytes[length - 1] ?? last;
  }
  return { wanted: Buffer.concat(wanted), total: last === 10 ? line - 1 : line };
}

/** One line may be longer than all that is ever shown. */
const MOST_BYTES = 1024 * 1024;

function keep(parts: Uint8Array[], bytes: Uint8Array, kept: number): number {
  // A copy, since the next part is read into the same memory.
  const fits = Uint8Array.from(bytes.subarray(0, MOST_BYTES - kept));
  if (fits.length > 0) parts.push(fits);
  return kept + fits.length;
}

function splitLines(bytes: Uint8Array): string[] {
  const lines = readableText(bytes).split("\n");
  const last = lines.pop() ?? "";
  if (bytes.length >= MOST_BYTES) return [...lines, `${last.slice(0, 1000).toWellFormed()} … the line is too long`];
  return last === "" ? lines : [...lines, last];
}
