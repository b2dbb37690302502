import type { TreeId } from "../../ports/git.ts";
import { type Folders, itemAt, type TreeItem } from "./tree-objects.ts";

export type AttributeFile = Omit<TreeItem, "name"> & { path: string };

/** The attribute files of a tree that speak of these paths: those in the folders they lie in, or would. All in latin1. */
export function attributesAbove(itemsOf: Folders, tree: TreeId, paths: Iterable<string>): AttributeFile[] {
  return ["", ...foldersAbove(paths)].flatMap((folder) => {
    const path = folder === "" ? NAME : `${folder}/${NAME}`;
    const item = itemAt(itemsOf, tree, path);
    return item === null || !isContent(item) ? [] : [{ path, mode: item.mode, id: item.id }];
  });
}

/** The folders that these paths lie in, at any depth; the top is not among them. */
export function foldersAbove(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

const NAME = ".gitattributes";

const isContent = ({ mode }: TreeItem): boolean => mode !== "040000" && mode !== "160000";

export const isAttributes = (path: string): boolean => path === NAME || path.endsWith(`/${NAME}`);
