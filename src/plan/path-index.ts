import { covers, haveFileInCommon, isFileByName, normalPath } from "./files.ts";
import { DEEPEST, foldersAbove } from "./folders-above.ts";

/** An entry of a file list or a protected area, and whose it is. */
export type OwnedPath = { path: string; owner: number };

/**
 * Finds the first of many entries that has to do with another. Entries are looked up by the folders around them, so
 * that a thousand steps and a hundred areas are not a hundred thousand comparisons.
 */
export type PathIndex = {
  /** The first entry that has a file in common with this one. */
  meeting(path: string): OwnedPath | undefined;
  /** The first entry of these owners that covers all of this one. */
  covering(path: string, isOwner: (owner: number) => boolean): OwnedPath | undefined;
};

export function pathIndex(entries: readonly OwnedPath[]): PathIndex {
  const known = entries
    .filter(({ path }) => path.trim() !== "")
    .map((entry, order) => ({ ...entry, order, ...outlineOf(entry.path) }));
  const at = Map.groupBy(known, ({ stem }) => stem);
  const below = new Map<string, Known[]>();
  for (const entry of known) for (const folder of around(entry.stem)) add(below, folder, entry);
  let letters = 0;

  function first(groups: readonly Group[], path: string, isFound: (entry: Known) => boolean): OwnedPath | undefined {
    let found: Known | undefined;
    for (const { candidates = [], isCertain, isPossible } of groups) {
      for (const entry of candidates) {
        if (letters > MOST_LETTERS || (found && found.order < entry.order)) break;
        letters += 1;
        if (isCertain(entry)) found = entry;
        else if (isPossible(entry)) {
          letters += entry.path.length * path.length;
          if (letters <= MOST_LETTERS && isFound(entry)) found = entry;
        }
      }
    }
    return found && { path: found.path, owner: found.owner };
  }

  return {
    meeting(path) {
      if (path.trim() === "") return undefined;
      const { stem, isPlain, isFile } = outlineOf(path);
      const isPossible = (entry: Known): boolean => !isFile || path.includes(entry.literal);
      const above = around(stem).map((folder) => ({
        candidates: at.get(folder),
        isCertain: (entry: Known) => entry.isPlain,
        isPossible,
      }));
      // A plain path covers all below it: what stands at or below its place has files in common with it for certain.
      const here = { candidates: at.get(stem), isCertain: (entry: Known) => entry.isPlain || isPlain, isPossible };
      const under = { candidates: below.get(stem), isCertain: () => isPlain, isPossible };
      return first([...above, here, under], path, (entry) => haveFileInCommon(entry.path, path));
    },
    covering(path, isOwner) {
      if (path.trim() === "") return undefined;
      const { stem } = outlineOf(path);
      const groups = [...around(stem), stem].map((folder) => ({
        candidates: at.get(folder),
        isCertain: (entry: Known) => entry.isPlain && isOwner(entry.owner),
        isPossible: (entry: Known) => isOwner(entry.owner),
      }));
      return first(groups, path, (entry) => covers(entry.path, path));
    },
  };
}

/** Patterns can only be compared pair by pair, letter by letter; a plan that needs more is not written by a person. */
const MOST_LETTERS = 50_000_000;

type Group = {
  candidates: readonly Known[] | undefined;
  isCertain: (entry: Known) => boolean;
  /** A quick look before the long one. */
  isPossible: (entry: Known) => boolean;
};

type Known = OwnedPath & Outline & { order: number };

type Outline = {
  /** The names before the first wildcard. Two entries can only overlap when one's stem is the other's, or above it. */
  stem: string;
  isPlain: boolean;
  isFile: boolean;
  /** The longest piece without a wildcard: what an entry covers has it somewhere. */
  literal: string;
};

function outlineOf(path: string): Outline {
  // `src/**` covers exactly what `src` does.
  const whole = normalPath(path).replace(/(?:^|\/)\*\*$/, "");
  const wildcard = whole.search(/[*?]/);
  const plain = wildcard === -1 ? whole : whole.slice(0, Math.max(whole.lastIndexOf("/", wildcard), 0));
  const folders = foldersAbove(plain);
  const isDeep = folders.length === DEEPEST;
  return {
    stem: isDeep ? (folders.at(-1) ?? "") : plain,
    isPlain: wildcard === -1 && !isDeep,
    isFile: isFileByName(path),
    literal: whole.split(/[*?/]/).reduce((longest, piece) => (piece.length > longest.length ? piece : longest), ""),
  };
}

/** The folders above a stem, the top of the repository first. */
const around = (stem: string): string[] => (stem === "" ? [] : ["", ...foldersAbove(stem)]);

function add(lists: Map<string, Known[]>, key: string, entry: Known): void {
  const list = lists.get(key);
  if (list) list.push(entry);
  else lists.set(key, [entry]);
}
