import { basename } from "node:path";
import { walkFolder } from "../workspace/folders/walk-folder.ts";

/**
 * The folders of these names that a set-up has filled, wherever they lie (packages of one repository often have one
 * each), the outermost for all that is in it. One that holds something of the tree is left as it is.
 */
export function layerFolders(tree: string, names: readonly string[], isFree: (path: string) => boolean): string[] {
  const found: string[] = [];
  walkFolder(
    tree,
    () => {},
    (path) => {
      const isLayer = names.includes(basename(path)) && isFree(path);
      if (isLayer) found.push(path);
      return !isLayer;
    },
  );
  return found.sort();
}
