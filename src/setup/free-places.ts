import type { TreeEntry } from "../ports/git.ts";
import { foldersAbove } from "../workspace/objects/attribute-files.ts";

/**
 * Says of a path whether something can be shown there without hiding anything of the tree: nothing of it lies there or
 * below, and only folders lie above. What is proven must be what is committed.
 */
export function freePlaces(entries: readonly TreeEntry[]): (path: string) => boolean {
  const files = new Set(entries.map(({ path }) => path));
  const folders = foldersAbove(files);
  return (path) =>
    !files.has(path) && !folders.has(path) && ![...foldersAbove([path])].some((folder) => files.has(folder));
}
