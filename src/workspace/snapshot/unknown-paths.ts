import type { HarnessGit } from "../git/harness-git.ts";
import { pathsIn, shownPath } from "../git/nul-paths.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { seeingAll } from "./seeing-all.ts";

export type Unknown = {
  /** New files. A folder that is a repository of its own ends with a slash: git does not look into it. */
  fresh: string[];
  /** What the rules ignore, the topmost folder for all that is in it. */
  ignored: string[];
};

/** What in a folder the rules' index does not know, among these paths, or anywhere when they are null. */
export async function unknownPaths(
  git: HarnessGit,
  folder: string,
  rules: IgnoreRules,
  among: readonly string[] | null,
): Promise<Unknown> {
  const list = (...which: string[]) =>
    git.run(["ls-files", "-z", "--others", ...which, ...rules.options, "--", ...asWords(among)], {
      index: rules.index,
      workTree: folder,
    });
  const [fresh, ignored] = await Promise.all([list(), list("--ignored", "--directory")]);
  return {
    fresh: pathsIn(seeingAll(fresh)),
    ignored: pathsIn(ignored.stdout).map((path) => path.replace(/\/$/, "")),
  };
}

/** As words of a command; none, which asks for everything, when they are too many or no text. */
function asWords(paths: readonly string[] | null): string[] {
  if (paths === null || paths.length > MOST_WORDS) return [];
  const words = paths.map(shownPath);
  return words.every((word) => word.isWellFormed() && word.length < LONGEST_WORD) ? [...words, NOWHERE] : [];
}

/**
 * Where all words begin with the same folder, git goes there at once and passes over rules from the index that speak of
 * that folder. Nothing has this name.
 */
const NOWHERE = ".planwright-nowhere";

const MOST_WORDS = 100;
const LONGEST_WORD = 1000;
