import type { TreeId, Trees } from "../../ports/git.ts";
import { roleOfFile } from "./role-of-file.ts";
import { viewOf } from "./tree-view.ts";

/**
 * A tree with only those test files that a step adds or changes. What tests read stays. Null where it has no others, or none
 * of its own.
 */
export async function ownTestsOnly(
  trees: Trees,
  { base, proven, tree }: { base: TreeId; proven: TreeId; tree: TreeId },
): Promise<TreeId | null> {
  const own = new Set((await trees.changes(base, proven)).map(({ path }) => path));
  const { files } = await viewOf(trees, tree, await viewOf(trees, base));
  const tests = [...files.keys()].filter((path) => roleOfFile(path) === "test");
  const others = tests.filter((path) => !own.has(path));
  if (others.length === 0 || others.length === tests.length) return null;
  return trees.compose(tree, new Map(others.map((path) => [path, null])));
}
