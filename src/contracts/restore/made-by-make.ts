import { resolvePath } from "../../shell/paths.ts";
import { targetsIn } from "./make-recipes.ts";
import { isInProductionPlace } from "./role-of-file.ts";
import { folderOf, foldersOf, type TreeView } from "./tree-view.ts";

/** What the Makefiles among these files call by a name that is no file's, as far as there is none in the tree. */
export async function madeByMake(view: TreeView, paths: readonly string[]): Promise<Set<string>> {
  const made = new Set<string>();
  for (const path of paths.filter((each) => MAKEFILE.test(each))) {
    for (const target of targetsIn((await view.text(path)) ?? "")) made.add(resolvePath(folderOf(path), target));
  }
  return new Set([...made].filter((path) => isMereName(path) && !view.files.has(path) && !view.folders.has(path)));
}

/** `check`, or a mark that something was done. Other targets may well be files that belong into a commit. */
const isMereName = (path: string): boolean =>
  /(?:^|\/)[^/.]+$|\.(?:stamp|ok|done|passed|log)$/.test(path) && !isInProductionPlace(path);

const MAKEFILE = /(?:^|\/)(?:(?:GNU)?[Mm]akefile|[^/]*\.(?:mk|mak|make))$/;

/** Make does not run the recipe for `check` when there is a file or a folder of that name. */
export function whyTakenForMade(path: string, made: ReadonlySet<string>): string | null {
  const target = [path, ...foldersOf(path)].find((each) => made.has(each));
  return target === undefined ? null : `it is new, and make would take \`${target}\` for made already`;
}
