import { rememberBesidePlan, seenBesidePlan } from "../../contracts/proof/beside-plan.ts";
import { granted } from "../../contracts/sides/granted.ts";
import type { ProofPlace } from "../../contracts/sides/proof-place.ts";
import { type RunSide, runSide } from "../../contracts/sides/side.ts";
import type { Contract, Step } from "../../plan/model.ts";
import type { CommitId, TreeId } from "../../ports/git.ts";
import { provenSteps } from "../state/proven-steps.ts";
import type { RunWorld } from "../state/run-world.ts";
import { publishAgain } from "./publish.ts";
import { judgedTrees } from "./trusted-tests.ts";

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
  const { git, place } = world.step;
  const tree = await place.trees.treeOf(tip);
  const proven = provenSteps(await world.store.journal.read(world.run.id, 0));
  const due = world.run.plan.steps
    .filter(({ id }) => proven.has(id))
    .flatMap((step) => step.contracts.map((contract) => ({ step, contract })));
  await publishAgain(world, tip);
  const refusals: Refusal[] = [];
  for (const each of await judgedTrees(git, { tip, tree })) {
    const equipped = await world.placeFor(each);
    if (equipped.status === "failed") return { status: "not-equipped", told: equipped.told };
    for (const { step, contract } of due) {
      const side = await seen(world, await granted(equipped.place, world.run.plan, step), contract, each);
      const isKnown = refusals.some((refusal) => refusal.contract === contract);
      if (side.verdict.status !== "passed" && !isKnown) refusals.push({ step, contract, side });
    }
  }
  return refusals.length > 0 ? { status: "refused", refusals } : { status: "proven", contracts: due.length };
}

/**
 * A pass is remembered, so that neither a crash nor another try after one contract failed runs all of them again; and that
 * of a step on the same files counts, too. A failure never is: the person who says "again" may have mended what it was
 * about. Nor is what a contract has seen of the world outside.
 */
async function seen(
  { run: { plan }, step: { cache }, signal }: RunWorld,
  place: ProofPlace,
  contract: Contract,
  tree: TreeId,
): Promise<RunSide> {
  const asked = { place, plan, contract, tree };
  const known = await seenBesidePlan(cache, asked);
  if (known !== null) return known;
  const side = await runSide(place, plan, contract, tree, signal);
  await rememberBesidePlan(cache, asked, side);
  return side;
}
