import { lstatSync } from "node:fs";
import type { HarnessGit } from "../git/harness-git.ts";
import { placeIn } from "../git/nul-paths.ts";

/**
 * A few small files, of which git would store and write exactly their bytes: no attribute and no setting tells it otherwise,
 * and no part of a name means anything to it. They are not worth the start of a git.
 */
export function arePlain(git: HarnessGit, paths: readonly string[]): boolean {
  return git.plainFiles && paths.length <= MOST_FILES && paths.every((path) => PLAIN.test(path) && !OF_GIT.test(path));
}

const MOST_FILES = 20;

/** In bytes. Nothing else happens here while such a file is hashed or deflated. */
export const LARGEST_FILE = 64 * 1024;

const PLAIN = /^[\w.+@ /-]+$/;
const OF_GIT = /(?:^|\/)\.git|git~/i;

/** A link to a folder would lead somewhere else. */
export const isFolder = (tree: string, path: string): boolean =>
  lstatSync(placeIn(tree, path), { throwIfNoEntry: false })?.isDirectory() === true;
