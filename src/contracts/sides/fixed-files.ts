import type { TreeId, Trees } from "../../ports/git.ts";
import { restsOn } from "../restore/rests-on.ts";
import { isInProductionPlace, roleOfFile } from "../restore/role-of-file.ts";
import { viewOf } from "../restore/tree-view.ts";

/**
 * Scripts and settings that a command executes and that are no part of the product. They are read while the product
 * runs, line by line in the case of a shell, so the product must not be able to write them then.
 */
export async function fixedFiles(trees: Trees, command: string, tree: TreeId): Promise<string[]> {
  const view = await viewOf(trees, tree);
  const { files, sourced } = await restsOn([command], view);
  return [...files.keys()].filter((path) => {
    const isPlain = view.files.get(path)?.mode.startsWith("100") ?? false;
    const isJudge = FIXED.has(roleOfFile(path)) && (sourced.has(path) || !isInProductionPlace(path));
    return isPlain && isJudge;
  });
}

const FIXED: ReadonlySet<string> = new Set(["script", "runner-config"]);
