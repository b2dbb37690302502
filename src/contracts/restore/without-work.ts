import type { Contract, Step } from "../../plan/model.ts";
import type { TreeId, Trees } from "../../ports/git.ts";
import { announcementsOf } from "./announced.ts";
import { putBack } from "./put-back.ts";
import { roleOfFile } from "./role-of-file.ts";
import { viewOf } from "./tree-view.ts";

/**
 * The base with what the step is allowed to change in how it is judged: tests, settings, and files that the contract
 * names, as far as they are announced. What is left out is the product, and whatever nobody asked for.
 */
export async function withoutWork(
  trees: Trees,
  { step, contract, base, proven }: { step: Step; contract: Contract; base: TreeId; proven: TreeId },
): Promise<TreeId> {
  const [before, after] = [await viewOf(trees, base), await viewOf(trees, proven)];
  const announced = announcementsOf(step, { base: new Set(before.files.keys()), worker: new Set(after.files.keys()) });
  const judges = (path: string): boolean => roleOfFile(path) !== "production" || contract.command.includes(path);
  const kept = (await trees.changes(base, proven)).filter(({ path }) => announced.writes(path) && judges(path));
  const { edits } = putBack(
    kept.map((change) => ({ change, to: change.after })),
    after,
    before,
  );
  return edits.size === 0 ? base : trees.compose(base, edits);
}
