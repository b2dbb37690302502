import { runOnBase } from "../contracts/prove-step.ts";
import type { Step } from "../plan/model.ts";
import type { TreeId } from "../ports/git.ts";
import { readPlanAhead } from "./plan-text.ts";
import { placesOf, type RunWorld } from "./run-world.ts";

/**
 * What a step's contracts say before its work, found out while the agent works: it is known by the time it is needed.
 * Only a head start: whatever goes wrong shows when the contract runs in earnest.
 */
export function beginBaseCheck(world: RunWorld, step: Step, base: TreeId): void {
  const check = async (): Promise<void> => {
    const { plan, cache, place } = world.step;
    const { signal } = world;
    const tools = { trees: place.trees, placeFor: placesOf(world), cache, progress: () => {}, signal };
    // The plan that an acceptance will edit is read meanwhile, too.
    const reading = readPlanAhead(place.trees, base, world.dialect).catch(() => {});
    await Promise.all([runOnBase({ plan, step, base, occasion: world.run.id }, tools), reading]);
  };
  const earlier = underWay.get(world) ?? Promise.resolve();
  underWay.set(
    world,
    Promise.all([earlier, check().catch(() => {})]).then(() => {}),
  );
}

/** The proof tree is free again. */
export const baseCheckIsOver = async (world: RunWorld): Promise<void> => underWay.get(world);

const underWay = new WeakMap<RunWorld, Promise<void>>();
