import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { STAT_COLUMNS } from "./stat-files.ts";

/**
 * The hashes of an earlier look at a folder, each with what the system said of the file then. The worker sets names,
 * modes and mtime as it likes, but not ctime: the system moves it with every change of content, mode or links.
 * Columns instead of objects, because a tree of 50,000 files is looked at before and after every step.
 */
export type StatCache = {
  takenAt: number;
  paths: readonly string[];
  /** `STAT_COLUMNS` numbers for each path. */
  stats: Float64Array;
  /** 64 characters for each path. */
  hashes: string;
};

export const noCache = (): StatCache => ({ takenAt: 0, paths: [], stats: new Float64Array(), hashes: "" });

/**
 * Asks the cache for one file after the other: the hash of one that has not changed since, or null when it must be read.
 * A file that changed shortly before it was read may have changed again within the same tick of the clock, with the
 * same ctime; two seconds are more than the coarsest clock of any file system.
 */
export function askCache(cache: StatCache): (path: string, stats: Float64Array, row: number) => string | null {
  const trusted = cache.takenAt - COARSEST_CLOCK;
  const rowOf = rowFinder(cache.paths);
  return (path, stats, row) => {
    const known = rowOf(path);
    if (known === null) return null;
    for (let column = 0; column < STAT_COLUMNS; column += 1)
      if (stats[row * STAT_COLUMNS + column] !== cache.stats[known * STAT_COLUMNS + column]) return null;
    const ctime = cache.stats[known * STAT_COLUMNS] ?? 0;
    return ctime < trusted ? cache.hashes.slice(known * HASH_LETTERS, (known + 1) * HASH_LETTERS) : null;
  };
}

const COARSEST_CLOCK = 2000;
const HASH_LETTERS = 64;

/** Nearly always the next path is the next row; only where files came or went is an index worth its price. */
function rowFinder(paths: readonly string[]): (path: string) => number | null {
  let next = 0;
  let index: Map<string, number> | null = null;
  return (path) => {
    if (paths[next] !== path) {
      index ??= new Map(paths.map((each, row) => [each, row]));
      const row = index.get(path);
      if (row === undefined) return null;
      next = row;
    }
    next += 1;
    return next - 1;
  };
}

/** A cache that is missing, cut short or of another version is an empty one: then every file is read. */
export function loadStatCache(file: string): StatCache {
  try {
    return decoded(readFileSync(file));
  } catch {
    return noCache();
  }
}

/** Kept outside the folder it is about, where no worker can write. */
export function saveStatCache(file: string, cache: StatCache): void {
  const draft = `${file}.${process.pid}.tmp`;
  const handle = openSync(draft, "w", 0o600);
  try {
    writeFileSync(handle, encoded(cache));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
}

/*
 * The file: magic; as doubles the number of paths, the time and the columns; then the hashes (32 bytes each) and the
 * paths (UTF-16, because names that are no UTF-8 have lone surrogates), with a zero between them.
 */
const MAGIC = Buffer.from("pwstat01");

function encoded({ takenAt, paths, stats, hashes }: StatCache): Buffer {
  const head = new Float64Array([paths.length, takenAt]);
  const columns = Buffer.from(stats.buffer, stats.byteOffset, stats.byteLength);
  const names = Buffer.from(paths.join("\0"), "utf16le");
  return Buffer.concat([MAGIC, Buffer.from(head.buffer), columns, Buffer.from(hashes, "hex"), names]);
}

function decoded(bytes: Buffer): StatCache {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return noCache();
  const size = bytes.readDoubleLE(MAGIC.length);
  const statsAt = MAGIC.length + 16;
  const hashesAt = statsAt + 8 * size * STAT_COLUMNS;
  const pathsAt = hashesAt + (size * HASH_LETTERS) / 2;
  const paths = size === 0 ? [] : bytes.toString("utf16le", pathsAt).split("\0");
  if (paths.length !== size) return noCache();
  return {
    takenAt: bytes.readDoubleLE(MAGIC.length + 8),
    paths,
    stats: new Float64Array(new Uint8Array(bytes.subarray(statsAt, hashesAt)).buffer),
    hashes: bytes.toString("hex", hashesAt, pathsAt),
  };
}
