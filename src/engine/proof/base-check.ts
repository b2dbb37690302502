import { runOnBase } from "../../contracts/proof/prove-step.ts";
import { granted } from "../../contracts/sides/granted.ts";
import { scriptTexts } from "../../contracts/sides/script-texts.ts";
import { toolVersions } from "../../contracts/sides/tool-versions.ts";
import { prepareSecond } from "../../contracts/sides/where-free.ts";
import type { Step } from "../../plan/model.ts";
import type { TreeId, Trees } from "../../ports/git.ts";
import { allEnded } from "../../std/all-ended.ts";
import { readPlanAhead } from "../plan-text/plan-text.ts";
import { placesOf, type RunWorld } from "../state/run-world.ts";

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
    const here = await granted(await tools.placeFor(base), plan, step);
    await here.builds?.fill(await commandsOf(place.trees, step, base), signal);
    await allEnded([
      runOnBase({ plan, step, base, occasion: world.run.id }, tools),
      reading,
      prepareSecond(here, base),
    ]);
    await toolVersions(here, step.contracts, base, signal);
  };
  const earlier = underWay.get(world) ?? Promise.resolve();
  underWay.set(
    world,
    Promise.all([earlier, check().catch(() => {})]).then(() => {}),
  );
}

/** The contracts of a step, and the texts behind names such as `npm test`. */
async function commandsOf(trees: Trees, { contracts }: Step, base: TreeId): Promise<string[]> {
  const commands = contracts.map(({ command }) => command);
  const texts = await Promise.all(commands.map((command) => scriptTexts(trees, command, base)));
  return [...commands, ...texts.flat()];
}

/** The proof tree is free again. */
export const baseCheckIsOver = async (world: RunWorld): Promise<void> => underWay.get(world);

const underWay = new WeakMap<RunWorld, Promise<void>>();
