import { dialects } from "../../dialects/dialects.ts";
import { planTextAt } from "../../engine/plan-text/plan-text.ts";
import type { Plan } from "../../plan/model.ts";
import type { TreeId, Trees } from "../../ports/git.ts";

/** The plan of a branch, a finished one by its id, read from git's objects alone; null where none can be read whole. */
export async function planAtTree(trees: Trees, tree: TreeId, id: string | null = null): Promise<Plan | null> {
  const text = await planTextAt(trees, tree, id);
  const parsed = dialects.find((dialect) => dialect.detect(text))?.parse(text);
  return parsed?.isWhole ? parsed.plan : null;
}
