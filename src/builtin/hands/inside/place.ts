import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { visibleText } from "../../../std/visible-text.ts";
import type { HandsSettings } from "./messages.ts";
import { about, codeOf, Trouble } from "./trouble.ts";

/** Somewhere in a folder that may be used: `within` are the names from `root` on, none of which is a link. */
export type Place = {
  /** As the model wrote it, safe to show. */
  name: string;
  root: string;
  within: readonly string[];
  path: string;
};

/** Says where a path leads, or refuses it by name. */
export type Places = {
  readonly tree: string;
  toRead(path: string): Place;
  toWrite(path: string): Place;
  /** A link is a place of its own here, and not what it leads to. */
  toDelete(path: string): Place;
};

/**
 * Everything is seen from the tree. What lies outside is refused however it is spelled: absolute, with `..`, or over a
 * link. The plan directories may lie elsewhere, and what was too long to be shown lies in `kept`.
 */
export function openPlaces(settings: HandsSettings, kept: string): Places {
  const tree = realpathSync(settings.tree);
  const plan = settings.planDirs.flatMap(ifThere);
  const readable = { roots: [tree, ...plan, realpathSync(kept)], told: "the tree" };
  const writable =
    settings.mode === "plan" ? { roots: plan, told: "the plan directories" } : { roots: [tree], told: "the tree" };

  const find = (path: string, { roots, told }: typeof readable, follow: (path: string) => string): Place => {
    const name = visibleText(path.slice(0, LONGEST_NAME));
    if (path.includes("\0")) throw new Trouble("refused", `${name} is no path: it has a NUL in it`);
    const real = about(name, () => follow(resolve(settings.tree, path)));
    const root = roots.find((each) => isIn(real, each));
    if (root === undefined) throw new Trouble("refused", `${name} is outside ${told}`);
    const within = relative(root, real).split(sep).filter(Boolean);
    // Not every disk tells upper from lower case.
    if (within.some((each) => each.toLowerCase() === ".git")) {
      throw new Trouble("refused", `${name} is git's own: ask git about it`);
    }
    return { name, root, within, path: real };
  };
  return {
    tree,
    toRead: (path) => find(path, readable, realPathOf),
    toWrite: (path) => find(path, writable, realPathOf),
    toDelete: (path) => find(path, writable, (here) => join(realPathOf(dirname(here)), basename(here))),
  };
}

const LONGEST_NAME = 500;

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`);

function ifThere(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

/** Where a path leads when its links are followed; its last names need not exist. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" || dirname(path) === path) throw error;
    const above = realPathOf(dirname(path));
    const here = join(above, basename(path));
    // A link whose target is missing would be followed by whoever makes the file.
    if (lstatSync(here, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Trouble("failed", `${path} is a link that leads nowhere`);
    return here;
  }
}
