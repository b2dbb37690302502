import { granted } from "../contracts/granted.ts";
import type { ProofPlace } from "../contracts/proof-place.ts";
import { type RunSide, runSide } from "../contracts/side.ts";
import type { Contract, Step } from "../plan/model.ts";
import { contractTimeout } from "../plan/policies.ts";
import type { CommitId, TreeId } from "../ports/git.ts";
import { provenSteps } from "./proven-steps.ts";
import { publishAgain } from "./publish.ts";
import type { RunWorld } from "./run-world.ts";

/** What all contracts together say about the tree a plan ends with. */
export type FinalProof =
  | { status: "proven"; contracts: number }
  | { status: "refused"; refusals: Refusal[] }
  | { status: "not-equipped"; told: string };

/** A contract that passed when its step was accepted, and does not any more. */
export type Refusal = { step: Step; contract: Contract; side: RunSide };

/**
 * Runs the contracts of every proven step once more, on the tree the branch ends with: what a later step has broken in
 * an earlier one must not reach the end unseen. A step that a person accepted by eye or left out promises nothing here.
 */
export async function proveFinal(world: RunWorld, tip: CommitId): Promise<FinalProof> {
  const tree = await world.step.place.trees.treeOf(tip);
  const equipped = await world.placeFor(tree);
  if (equipped.status === "failed") return { status: "not-equipped", told: equipped.told };
  const proven = provenSteps(await world.store.journal.read(world.run.id, 0));
  await publishAgain(world, tip);
  const refusals: Refusal[] = [];
  let contracts = 0;
  for (const step of world.run.plan.steps.filter(({ id }) => proven.has(id))) {
    const place = await granted(equipped.place, world.run.plan, step);
    for (const contract of step.contracts) {
      const side = await seen(world, place, contract, tree);
      contracts++;
      if (side.verdict.status !== "passed") refusals.push({ step, contract, side });
    }
  }
  return refusals.length > 0 ? { status: "refused", refusals } : { status: "proven", contracts };
}

/**
 * A pass on this very tree is remembered, so that a crash, or another try after one contract failed, does not run all of
 * them again. A failure never is: the person who says "again" may have mended what it was about. Nor is what a contract
 * has seen of the world outside.
 */
async function seen(
  { run, step: { cache }, signal }: RunWorld,
  place: ProofPlace,
  contract: Contract,
  tree: TreeId,
): Promise<RunSide> {
  if (place.network === "host") return runSide(place, run.plan, contract, tree, signal);
  const { environment } = place;
  const question = { tree, contract, seconds: contractTimeout(run.plan, contract), environment };
  const known = cache.get(question);
  if (known?.verdict.status === "passed") return known;
  const side = await runSide(place, run.plan, contract, tree, signal);
  if (side.verdict.status === "passed") cache.put(question, side);
  return side;
}
