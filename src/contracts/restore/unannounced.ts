import type { Step } from "../../plan/model.ts";
import type { FileChange, TreeId, Trees } from "../../ports/git.ts";
import { announcementsOf, knownPaths } from "./announced.ts";
import { viewOf } from "./tree-view.ts";

/** Changes that nothing but the contracts speaks of, if anything does: a contract that names its own log asks nobody for it. */
export async function unannounced(
  trees: Trees,
  { step, base, worker }: { step: Step; base: TreeId; worker: TreeId },
): Promise<ReadonlyMap<string, FileChange>> {
  const before = await viewOf(trees, base);
  const changes = await trees.changes(base, worker);
  const known = knownPaths(before, await viewOf(trees, worker, before), changes);
  const announced = announcementsOf({ ...step, contracts: [] }, known, "strictly");
  return new Map(changes.filter(({ path }) => !announced.writes(path)).map((change) => [change.path, change]));
}
