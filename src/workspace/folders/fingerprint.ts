import { hash } from "node:crypto";
import { readlinkSync } from "node:fs";
import { fsPath } from "../../std/path-bytes.ts";
import { hashFile } from "./hash-file.ts";
import { askCache, noCache, type StatCache } from "./stat-cache.ts";
import { STAT_COLUMNS, statFiles } from "./stat-files.ts";
import { type Kind, walkFolder } from "./walk-folder.ts";

/**
 * What a folder holds, byte for byte. `lines` has one text for each path, `KIND MODE HASH PATH`: the executable bits of
 * a file, the SHA-256 of its bytes or of a link's target.
 */
export type Fingerprint = { digest: string; lines: readonly string[]; cache: StatCache };
export type Print = { kind: Kind; mode: number; hash: string };
export type PrintDifference = { path: string; before: Print | null; after: Print | null };

/**
 * Looks at everything in a folder: tracked, untracked and ignored files, links and folders; only `.git` at its top is
 * left out. Fifos, sockets and devices are told by their kind and never opened; what cannot be read is told as such.
 * Files that the cache of an earlier fingerprint knows are not read again.
 */
export function fingerprint(folder: string, earlier: StatCache = noCache()): Fingerprint {
  // Taken before the first look, so that whatever changes from now on has a later ctime.
  const takenAt = Date.now();
  const paths: string[] = [];
  const others: string[] = [];
  walkFolder(
    folder,
    (path, kind) => {
      // In a work tree it is the file that leads to the worker's git directory.
      if (path === ".git") return;
      if (kind === "file") paths.push(path);
      else others.push(lineOf(kind, 0, kind === "link" ? targetHash(`${folder}/${path}`) : "", path));
    },
    (path) => path !== ".git",
  );
  const { lines, cache } = readFiles(folder, paths, earlier);
  const all = lines.concat(others);
  return { digest: digestOf(all), lines: all, cache: { takenAt, ...cache } };
}

/** What one has and the other has not, or has otherwise, in the order of paths. */
export function differences(before: Fingerprint, after: Fingerprint): PrintDifference[] {
  if (before.digest === after.digest) return [];
  const [old, young] = [printsOf(before), printsOf(after)];
  const isSame = (path: string) => old.get(path)?.line === young.get(path)?.line;
  return [...new Set([...old.keys(), ...young.keys()])]
    .filter((path) => !isSame(path))
    .sort()
    .map((path) => ({ path, before: old.get(path)?.print ?? null, after: young.get(path)?.print ?? null }));
}

type Files = { lines: string[]; cache: Omit<StatCache, "takenAt"> };

function readFiles(folder: string, paths: readonly string[], earlier: StatCache): Files {
  const stats = statFiles(folder, paths);
  const ask = askCache(earlier);
  const lines: string[] = [];
  const hashes: string[] = [];
  for (let row = 0; row < paths.length; row += 1) {
    const path = paths[row] ?? "";
    const hash = ask(path, stats, row) ?? hashFile(`${folder}/${path}`);
    const ctime = stats[row * STAT_COLUMNS] ?? 0;
    // The cache keeps a row for what could not be read, too, but a ctime of -1 is never found again.
    if (hash === null) stats[row * STAT_COLUMNS] = -1;
    hashes.push(hash ?? NO_HASH);
    const mode = (stats[row * STAT_COLUMNS + 4] ?? 0) & EXECUTABLE;
    if (hash !== null) lines.push(lineOf("file", mode, hash, path));
    else if (ctime !== 0) lines.push(lineOf("unreadable", 0, "", path));
  }
  return { lines, cache: { paths, stats, hashes: hashes.join("") } };
}

const NO_HASH = "0".repeat(64);
const EXECUTABLE = 0o111;

function targetHash(place: string): string {
  try {
    return hash("sha256", readlinkSync(fsPath(place), "buffer"), "hex");
  } catch {
    return "";
  }
}

const lineOf = (kind: Kind, mode: number, hash: string, path: string): string => `${kind} ${mode} ${hash} ${path}`;

/** No name holds a zero, so no two folders give the same text; UTF-8 alone would make all lone surrogates one. */
function digestOf(lines: readonly string[]): string {
  const text = lines.join("\0");
  return hash("sha256", text.isWellFormed() ? text : Buffer.from(`\0${text}`, "utf16le"), "hex");
}

function printsOf({ lines }: Fingerprint): Map<string, { line: string; print: Print }> {
  return new Map(
    lines.map((line) => {
      const [kind = "", mode = "", hash = ""] = line.split(" ", 3);
      const path = line.slice(kind.length + mode.length + hash.length + 3);
      return [path, { line, print: { kind: kind as Kind, mode: Number(mode), hash } }];
    }),
  );
}
