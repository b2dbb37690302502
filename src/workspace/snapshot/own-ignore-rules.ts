import { lstatSync } from "node:fs";
import type { TreeId } from "../../ports/git.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { placeIn } from "../git/nul-paths.ts";
import type { Folders } from "../objects/tree-objects.ts";
import { addedTree } from "./added-tree.ts";
import { ignoreRules } from "./ignore-rules.ts";
import { unknownPaths } from "./unknown-paths.ts";

/** New files that only rules in this folder ignore, and the topmost folders or files that stand for them. */
export type Hidden = { files: ReadonlySet<string>; shown: string[] };

/**
 * What the ignore files that a worker has written or changed would keep out of a commit. Only rules that are committed
 * themselves count: an ignore file that is ignored, by itself or by another one, hides nothing. All paths are in latin1.
 */
export async function hiddenByOwnRules(
  git: HarnessGit,
  folder: string,
  { base, itemsOf, index }: { base: TreeId; itemsOf: Folders; index: string },
  { changed, fresh, among }: { changed: readonly string[]; fresh: readonly string[]; among: readonly string[] | null },
): Promise<Hidden> {
  const seenWith = async (files: readonly string[]) => {
    const { tree } = await addedTree(
      git,
      folder,
      { base, itemsOf },
      { deleted: [], added: files, index: `${index}.own` },
    );
    return unknownPaths(git, folder, await ignoreRules(git, `${index}.own`, base, tree), among);
  };
  const files = changed.filter((path) => isIgnoreFile(path) && isPlainFile(folder, path));
  if (files.length === 0 || fresh.length === 0) return NONE;
  let seen = await seenWith(files);
  const isNew = new Set(fresh);
  const isSeen = new Set(seen.fresh);
  const counting = files.filter((path) => !isNew.has(path) || isSeen.has(path));
  if (counting.length < files.length)
    seen = counting.length === 0 ? { fresh: [...fresh], ignored: [] } : await seenWith(counting);
  const stays = new Set(seen.fresh);
  return { files: new Set(fresh.filter((path) => !stays.has(path))), shown: seen.ignored };
}

const NONE: Hidden = { files: new Set(), shown: [] };

const isIgnoreFile = (path: string): boolean => path === ".gitignore" || path.endsWith("/.gitignore");

/** Git does not follow a link here, and would wait for ever for a pipe. */
const isPlainFile = (folder: string, path: string): boolean =>
  lstatSync(placeIn(folder, path), { throwIfNoEntry: false })?.isFile() === true;
