import type { Step } from "../../plan/model.ts";
import type { TreeId, Trees } from "../../ports/git.ts";
import { putBack } from "./put-back.ts";
import { isInProductionPlace, isTestRole, roleOfFile } from "./role-of-file.ts";
import { viewOf } from "./tree-view.ts";

/**
 * The base with the tests of the proven tree: the work undone, its proof kept. A contract that is green there does not
 * depend on the work. Config comes along, because `proven` holds no more of its changes than the step announces.
 * Null when no test changed.
 */
export async function revertedTree(
  trees: Trees,
  { base, proven }: { step: Step; base: TreeId; proven: TreeId },
): Promise<TreeId | null> {
  const changes = await trees.changes(base, proven);
  if (!changes.some(({ path }) => isTestRole(roleOfFile(path)))) return null;
  const kept = changes.filter(({ path }) => !isWork(path));
  // The same move as a restoration, in the other direction.
  const decisions = kept.map((change) => ({ change, to: change.after }));
  const before = await viewOf(trees, base);
  const { edits } = putBack(decisions, await viewOf(trees, proven, before), before);
  return trees.compose(base, edits);
}

/** A script in the product's own folders is the product. */
function isWork(path: string): boolean {
  const role = roleOfFile(path);
  return role === "production" || (role === "script" && isInProductionPlace(path));
}
