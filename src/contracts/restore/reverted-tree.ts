import type { FileChange, TreeId, Trees } from "../../ports/git.ts";
import { graftInnerTests } from "./inner-tests.ts";
import { type Decision, putBack } from "./put-back.ts";
import { isInProductionPlace, isTestRole, roleOfFile } from "./role-of-file.ts";
import { textsOf, viewOf } from "./tree-view.ts";

/**
 * The base with the tests of the proven tree: the work undone, its proof kept. A contract that is green there does not
 * depend on the work. Tests that stand in a file of Rust are put into that of the base. Config comes along, because `proven`
 * holds no more of its changes than the step announces. Null when no test changed.
 */
export async function revertedTree(
  trees: Trees,
  { base, proven }: { base: TreeId; proven: TreeId },
): Promise<TreeId | null> {
  const changes = await trees.changes(base, proven);
  const grafted = await withTestsInside(trees, changes);
  if (grafted.length === 0 && !changes.some(({ path }) => isTestRole(roleOfFile(path)))) return null;
  const kept = changes.filter(({ path }) => !isWork(path));
  // The same move as a restoration, in the other direction.
  const decisions = [...kept.map((change) => ({ change, to: change.after })), ...grafted];
  const before = await viewOf(trees, base);
  const { edits } = putBack(decisions, await viewOf(trees, proven, before), before);
  return trees.compose(base, edits);
}

/** Files of Rust as they were on the base, with the tests that stand in them now. */
async function withTestsInside(trees: Trees, changes: readonly FileChange[]): Promise<Decision[]> {
  const found: Decision[] = [];
  for (const change of changes) {
    const { path, before, after } = change;
    if (!path.endsWith(".rs") || roleOfFile(path) !== "production" || before === null || after === null) continue;
    const [was, is] = await textsOf(trees, [before, after]);
    const text = typeof was === "string" && typeof is === "string" ? graftInnerTests(path, was, is) : null;
    if (text === null) continue;
    found.push({ change, to: text === is ? after : { mode: before.mode, id: await trees.write(Buffer.from(text)) } });
  }
  return found;
}

/** A script in the product's own folders is the product. */
function isWork(path: string): boolean {
  const role = roleOfFile(path);
  return role === "production" || (role === "script" && isInProductionPlace(path));
}
