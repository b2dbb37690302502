import { runOnBase } from "../../contracts/proof/prove-step.ts";
import type { Step } from "../../plan/model.ts";
import type { CommitId, TreeId } from "../../ports/git.ts";
import { append } from "../state/journal-state.ts";
import { provenSteps } from "../state/proven-steps.ts";
import { type Publication, placesOf, type RunWorld } from "../state/run-world.ts";

/**
 * Publishes the plan's branch for a step that needs it, before its contracts run: what earlier steps have come to, since
 * the step's own work is not proven yet. Null when that is done, else why not. What the contracts say without it is looked
 * at first, because nobody can see that afterwards; after a crash it is remembered.
 */
export async function publishFor(
  world: RunWorld,
  step: Step,
  { tip, base }: { tip: CommitId; base: TreeId },
): Promise<string | null> {
  if (!step.needs.includes("publish")) return null;
  const { signal, run } = world;
  const { plan, cache, place } = world.step;
  const tools = { trees: place.trees, placeFor: placesOf(world), cache, progress: () => {}, signal };
  await runOnBase({ plan, step, base, occasion: run.id }, tools);
  signal.throwIfAborted();
  const publication = await world.publish(tip);
  if (publication.status === "refused") return publication.told;
  await note(world, step.id, tip, publication);
  return null;
}

/** Brings a branch that a step has published up to date. Nothing depends on it any more: what keeps it is only noted. */
export async function publishAgain(world: RunWorld, tip: CommitId): Promise<void> {
  const proven = provenSteps(await world.store.journal.read(world.run.id, 0));
  if (world.run.plan.steps.some(({ id, needs }) => proven.has(id) && needs.includes("publish"))) {
    const publication = await world.publish(tip);
    if (publication.status === "refused") await note(world, null, tip, publication);
    else if (publication.lacks !== undefined) await note(world, null, tip, { ...publication, told: publication.lacks });
  }
}

const note = (world: RunWorld, step: string | null, tip: CommitId, { status, told }: Publication): Promise<null> =>
  append(world, `${status}/${step ?? ""}/${tip}`, () => ({ facts: [{ type: "noted", step, told }], value: null }));
