import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { cutOutput, SIDE } from "./cut-output.ts";

/** The folder in which whole outputs lie, when only a part of them was shown. */
export type KeptOutputs = { readonly folder: string; begin(): Output };

/** One output on its way. */
export type Output = {
  add(bytes: Uint8Array): void;
  /** What a model reads of it; nothing can be added afterwards. */
  text(): string;
};

export function openKeptOutputs(folder: string): KeptOutputs {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files: string[] = [];
  const newFile = (): string => {
    const path = join(folder, `${count++}.txt`);
    files.push(path);
    // The folder is in memory, and small.
    for (const old of files.splice(0, Math.max(0, files.length - MOST_FILES))) rmSync(old, { force: true });
    return path;
  };
  let count = 1;
  return { folder, begin: () => begin(newFile) };
}

const MOST_FILES = 8;
const MOST_BYTES = 4 * 1024 * 1024;

/** A file is made only for what does not fit into memory here, or is not shown as a whole. */
function begin(newFile: () => string): Output {
  const start: Uint8Array[] = [];
  let started = 0;
  let end: Uint8Array = Buffer.alloc(0);
  let [bytes, breaks, last] = [0, 0, 10];
  return {
    add(part) {
      bytes += part.length;
      for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) breaks++;
      last = part.at(-1) ?? last;
      const fits = part.subarray(0, MOST_BYTES - started);
      if (fits.length > 0) start.push(Uint8Array.from(fits));
      started += fits.length;
      end = part.length >= SIDE ? Uint8Array.from(part.subarray(-SIDE)) : Buffer.concat([end, part]).subarray(-SIDE);
    },
    text() {
      const kept = Buffer.concat(start);
      const isWhole = bytes <= kept.length;
      const keep = (): string => {
        const path = newFile();
        if (!write(path, kept)) return "the rest is lost: no room is left to keep it";
        return isWhole ? `the whole is in ${path}` : `the first ${kept.length} bytes are in ${path}`;
      };
      const lines = breaks + (last === 10 ? 0 : 1);
      if (bytes <= 2 * SIDE) return cutOutput({ head: kept, tail: new Uint8Array(), bytes, lines }, keep);
      return cutOutput({ head: kept.subarray(0, SIDE), tail: end, bytes, lines }, keep);
    },
  };
}

function write(path: string, bytes: Uint8Array): boolean {
  try {
    const handle = openSync(path, "wx", 0o600);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    } finally {
      closeSync(handle);
    }
    return true;
  } catch {
    rmSync(path, { force: true });
    return false;
  }
}
