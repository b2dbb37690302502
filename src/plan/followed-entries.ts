import { posix } from "node:path";
import { normalPath } from "./files.ts";

/**
 * Entries as `covers` reads them, and those they become when symbolic links on the way are followed: who protects a path
 * with a link in it means what is found there. `targetOf` tells where a link leads, and null for what is none. Links that
 * leave the repository lead to nothing that could be protected here.
 */
export function followedEntries(entries: readonly string[], targetOf: (path: string) => string | null): string[] {
  const all = new Set(entries);
  // A set is walked in the order of insertion, what is added meanwhile included.
  for (const entry of all) {
    if (all.size > entries.length + MOST_FOLLOWED) break;
    const names = normalPath(entry).split("/");
    for (let length = 1; length <= names.length && !/[*?]/.test(names[length - 1] ?? ""); length++) {
      const target = targetOf(names.slice(0, length).join("/"));
      if (target === null) continue;
      const place = posix.join(...names.slice(0, length - 1), target, ...names.slice(length));
      if (!target.startsWith("/") && !/^\.\.?(?:\/|$)/.test(place)) all.add(place);
      break;
    }
  }
  return [...all];
}

/** A link that leads into itself would go on for ever. */
const MOST_FOLLOWED = 100;
