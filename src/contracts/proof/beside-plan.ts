import type { Contract, Plan } from "../../plan/model.ts";
import { contractTimeout } from "../../plan/policies.ts";
import type { TreeId, Trees } from "../../ports/git.ts";
import type { ProofPlace } from "../sides/proof-place.ts";
import type { RunSide } from "../sides/side.ts";
import type { Question, SideCache } from "../sides/side-cache.ts";

/**
 * What a contract has said of a tree whose files beside `.plan` are the same, in the same environment; null where nobody
 * knows. An acceptance changes nothing but `.plan`, so the tree a plan ends with has been seen before.
 */
export async function seenBesidePlan(cache: SideCache, asked: Asked): Promise<RunSide | null> {
  const question = await questionOf(asked);
  return question && cache.get(question);
}

/** Only what has passed: the person who says "again" may have mended what a failure was about. */
export async function rememberBesidePlan(cache: SideCache, asked: Asked, side: RunSide): Promise<void> {
  const question = side.verdict.status === "passed" ? await questionOf(asked) : null;
  if (question) cache.put(question, side);
}

type Asked = { place: ProofPlace; plan: Plan; contract: Contract; tree: TreeId };

/** Null where the answer depends on more: on the world outside, or on the plan itself. */
async function questionOf({ place, plan, contract, tree }: Asked): Promise<Question | null> {
  if (place.network === "host" || contract.command.includes(".plan")) return null;
  const environment = `${place.environment} beside .plan`;
  const files = await withoutPlan(place.trees, tree);
  return { tree: files, contract, seconds: contractTimeout(plan, contract), environment };
}

async function withoutPlan(trees: Trees, tree: TreeId): Promise<TreeId> {
  const files = (await trees.entries(tree)).filter(({ path }) => path.startsWith(".plan/"));
  return files.length === 0 ? tree : trees.compose(tree, new Map(files.map(({ path }) => [path, null])));
}
