import { hash } from "node:crypto";
import type { HarnessGit } from "../git/harness-git.ts";

/*
 * An index, as far as it is ours to read and write: `DIRC`, the version, the number of entries, the entries in the order
 * of their names, extensions, and the hash of all that. An entry is what `stat` said (ten numbers of four bytes, the
 * mode among them), the id, flags and a name, filled up with zeros to a multiple of eight bytes.
 */
const HEADER = 12;
const STAT_BYTES = 40;
const MODE_AT = 24;
const EXTENDED = 0x4000;
const NAME_LENGTH = 0xfff;
/** Of the further flags that an extended entry has. */
const SKIP_WORKTREE = 0x4000;

export type IndexFile = {
  bytes: Buffer;
  idBytes: number;
  /** Where each entry begins, and behind them where the last one ends. */
  starts: Uint32Array;
};

/** Null for a version that we do not know. Throws when it is cut short. */
export function parseIndex({ objectFormat }: Pick<HarnessGit, "objectFormat">, bytes: Buffer): IndexFile | null {
  if (bytes.toString("latin1", 0, 4) !== "DIRC" || ![2, 3].includes(bytes.readUInt32BE(4))) return null;
  const idBytes = objectFormat === "sha1" ? 20 : 32;
  const count = bytes.readUInt32BE(8);
  if (count * STAT_BYTES > bytes.length) throw new RangeError(`${bytes.length} bytes are too few for ${count} entries`);
  const starts = new Uint32Array(count + 1);
  let at = HEADER;
  for (let entry = 0; entry < starts.length - 1; entry += 1) {
    starts[entry] = at;
    const { start, end } = nameIn(bytes, idBytes, at);
    at += (start - at + (end - start) + 8) & ~7;
  }
  starts[starts.length - 1] = at;
  return { bytes, idBytes, starts };
}

function nameIn(bytes: Buffer, idBytes: number, at: number): { start: number; end: number } {
  const flagsAt = at + STAT_BYTES + idBytes;
  const flags = bytes.readUInt16BE(flagsAt);
  const start = flagsAt + (flags & EXTENDED ? 4 : 2);
  const length = flags & NAME_LENGTH;
  return { start, end: length < NAME_LENGTH ? start + length : bytes.indexOf(0, start) };
}

/** One entry; `path` has a letter for each byte (latin1), `stat` is as git writes it, the mode included. */
export type IndexEntry = { path: string; mode: string; id: string; stat: Buffer };

export function entryAt({ bytes, idBytes, starts }: IndexFile, entry: number): IndexEntry {
  const at = starts[entry] ?? 0;
  const { start, end } = nameIn(bytes, idBytes, at);
  return {
    path: bytes.toString("latin1", start, end),
    mode: bytes
      .readUInt32BE(at + MODE_AT)
      .toString(8)
      .padStart(6, "0"),
    id: bytes.toString("hex", at + STAT_BYTES, at + STAT_BYTES + idBytes),
    stat: bytes.subarray(at, at + STAT_BYTES),
  };
}

/** Whether an entry is more than a file that is as it should be: in conflict, not to be looked at, or not yet added. */
export function hasFlags({ bytes, idBytes, starts }: IndexFile): boolean {
  return starts.subarray(0, -1).some((at) => (bytes.readUInt16BE(at + STAT_BYTES + idBytes) & ~NAME_LENGTH) !== 0);
}

/** Where the entry of a path is, or, as `-1 - place`, where it would be. */
export function findEntry({ bytes, idBytes, starts }: IndexFile, path: string): number {
  const wanted = Buffer.from(path, "latin1");
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { start, end } = nameIn(bytes, idBytes, starts[middle] ?? 0);
    const order = bytes.compare(wanted, 0, wanted.length, start, end);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -1 - low;
}

/** An index of these entries. Without `stat` an entry says nothing of the file, so that git has to look at it. */
export function indexOf(
  { objectFormat }: Pick<HarnessGit, "objectFormat">,
  entries: readonly Pick<IndexEntry, "path" | "mode" | "id">[],
): Buffer {
  const sorted = entries.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const written = sorted.map(({ path, mode, id }) => {
    const stat = Buffer.alloc(STAT_BYTES);
    stat.writeUInt32BE(Number.parseInt(mode, 8), MODE_AT);
    return entryBytes({ path, id, stat });
  });
  return sealed(objectFormat, 2, written.length, written);
}

function entryBytes({ path, id, stat }: Omit<IndexEntry, "mode">, extended = 0): Buffer {
  const name = Buffer.from(path, "latin1");
  const flags = Buffer.alloc(extended === 0 ? 2 : 4);
  flags.writeUInt16BE(Math.min(name.length, NAME_LENGTH));
  if (extended !== 0) {
    flags[0] = (flags[0] ?? 0) | (EXTENDED >> 8);
    flags.writeUInt16BE(extended, 2);
  }
  const parts = [stat, Buffer.from(id, "hex"), flags, name];
  const length = parts.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat(parts, (length + 8) & ~7);
}

/**
 * An index with some entries replaced, added or, with null, taken out. Of the extensions, which only save time, none is
 * kept; null when there is one without which the rest may not be read.
 */
export function indexWith(
  { objectFormat }: Pick<HarnessGit, "objectFormat">,
  index: IndexFile,
  changes: ReadonlyMap<string, IndexEntry | null>,
): Buffer | null {
  if (!hasOnlyOptional(index)) return null;
  const { bytes, starts } = index;
  const places = [...changes].map(([path, entry]) => ({ path, entry, found: findEntry(index, path) }));
  places.sort((one, other) => (one.path < other.path ? -1 : 1));
  const parts: Buffer[] = [];
  let count = starts.length - 1;
  let from = HEADER;
  for (const { path, entry, found } of places) {
    const place = found < 0 ? -1 - found : found;
    parts.push(bytes.subarray(from, starts[place]));
    if (entry !== null) parts.push(entryBytes({ ...entry, path }));
    from = starts[found < 0 ? place : place + 1] ?? from;
    count += (entry === null ? 0 : 1) - (found < 0 ? 0 : 1);
  }
  parts.push(bytes.subarray(from, starts.at(-1)));
  return sealed(objectFormat, bytes.readUInt32BE(4), count, parts);
}

/**
 * An index that tells git to leave the files of these paths alone, as `git update-index --skip-worktree` does. Null where a
 * path is not in it, and where only git itself may write it.
 */
export function indexSkipping(
  { objectFormat }: Pick<HarnessGit, "objectFormat">,
  index: IndexFile,
  paths: readonly string[],
): Buffer | null {
  const { bytes, starts } = index;
  const places = [...new Set(paths)].map((path) => findEntry(index, path)).toSorted((one, other) => one - other);
  if (!hasOnlyOptional(index) || hasFlags(index) || places.some((place) => place < 0)) return null;
  const parts: Buffer[] = [];
  let from = HEADER;
  for (const place of places) {
    parts.push(bytes.subarray(from, starts[place]), entryBytes(entryAt(index, place), SKIP_WORKTREE));
    from = starts[place + 1] ?? from;
  }
  parts.push(bytes.subarray(from, starts.at(-1)));
  return sealed(objectFormat, 3, starts.length - 1, parts);
}

/** Whether it can be read without its extensions. The name of one that may be left out begins with a capital. */
export function hasOnlyOptional({ bytes, idBytes, starts }: IndexFile): boolean {
  for (let at = starts.at(-1) ?? 0; at + 8 <= bytes.length - idBytes; at += 8 + bytes.readUInt32BE(at + 4))
    if (!/[A-Z]/.test(bytes.toString("latin1", at, at + 1))) return false;
  return true;
}

/** Whether the hash at its end is that of the rest. */
export function isSealed({ objectFormat }: Pick<HarnessGit, "objectFormat">, { bytes, idBytes }: IndexFile): boolean {
  const end = bytes.length - idBytes;
  return hash(objectFormat, bytes.subarray(0, end), "buffer").equals(bytes.subarray(end));
}

function sealed(objectFormat: "sha1" | "sha256", version: number, count: number, entries: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write("DIRC", "latin1");
  header.writeUInt32BE(version, 4);
  header.writeUInt32BE(count, 8);
  const body = Buffer.concat([header, ...entries]);
  return Buffer.concat([body, hash(objectFormat, body, "buffer")]);
}
