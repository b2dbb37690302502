import type { Contract, Step } from "../../plan/model.ts";
import type { TreeId, Trees } from "../../ports/git.ts";
import { announcementsOf, type Extent, knownPaths } from "./announced.ts";
import { putBack } from "./put-back.ts";
import { restsOn } from "./rests-on.ts";
import { roleOfFile } from "./role-of-file.ts";
import { viewOf } from "./tree-view.ts";

/**
 * The base with what the step is allowed to change in how it is judged: tests, settings, what the contract executes, and
 * data, which may say what is tested; all of it only if it is announced. What is left out is the code of the product, and
 * whatever nobody asked for.
 */
export async function withoutWork(
  trees: Trees,
  {
    step,
    contract,
    base,
    proven,
    extent,
  }: { step: Step; contract: Contract; base: TreeId; proven: TreeId; extent?: Extent | undefined },
): Promise<TreeId> {
  const before = await viewOf(trees, base);
  const after = await viewOf(trees, proven, before);
  const changes = await trees.changes(base, proven);
  const announced = announcementsOf(step, knownPaths(before, after, changes), extent);
  const { files: executed } = await restsOn([contract.command], after);
  const judges = (path: string): boolean => roleOfFile(path) !== "production" || !CODE.test(path) || executed.has(path);
  const kept = changes.filter(({ path }) => announced.writes(path) && judges(path));
  const { edits } = putBack(
    kept.map((change) => ({ change, to: change.after })),
    after,
    before,
  );
  return edits.size === 0 ? base : trees.compose(base, edits);
}

const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs)$/;
