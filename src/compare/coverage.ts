import { covers, normalPath, overlap } from "../plan/files.ts";
import { foldersAbove } from "../plan/folders-above.ts";

/**
 * Whether everything an entry stands for is certainly covered by one of `entries`. An entry with wildcards counts as
 * everything below its plain beginning, so the answer may be no where a closer look would say yes, never the reverse.
 */
export function coverage(entries: readonly string[]): (entry: string) => boolean {
  const written = entries.filter((entry) => entry.trim() !== "").map(normalPath);
  const exact = new Set(written);
  const plain = new Set(written.filter((entry) => !hasWildcard(entry)));
  const patterns = written.filter(hasWildcard);
  let letters = 0;
  const isCoveredBy = (pattern: string, path: string): boolean => {
    letters += pattern.length * path.length;
    return letters <= MOST_LETTERS && covers(pattern, path);
  };
  return (entry) => {
    const path = normalPath(entry);
    if (entry.trim() === "" || exact.has(path)) return true;
    const beginning = plainBeginning(path);
    if (["", ...foldersAbove(beginning), beginning].some((folder) => plain.has(folder))) return true;
    return letters <= MOST_LETTERS && patterns.some((pattern) => isCoveredBy(pattern, beginning));
  };
}

/** Whether one of `entries` may cover a part of what an entry stands for: no only where that is certain. */
export function partCoverage(entries: readonly string[]): (entry: string) => boolean {
  let letters = 0;
  return (entry) =>
    entries.some((each) => {
      letters += each.length * entry.length;
      return letters > MOST_LETTERS || overlap(each, entry);
    });
}

/** The entries that are not certainly covered by the others, each once. */
export function uncovered(entries: readonly string[], others: readonly string[]): string[] {
  const isCovered = coverage(others);
  return [...new Set(entries)].filter((entry) => !isCovered(entry));
}

export const hasWildcard = (entry: string): boolean => /[*?]/.test(entry);

/** Patterns are tried one by one, letter by letter: a plan that needs more than this is not written by a person. */
const MOST_LETTERS = 50_000_000;

function plainBeginning(path: string): string {
  const names = path.split("/");
  const first = names.findIndex(hasWildcard);
  return first === -1 ? path : names.slice(0, first).join("/");
}
