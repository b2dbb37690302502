import type { AttemptKey } from "../record/run.ts";
import { diffBetween } from "./diff.ts";
import { stateOf } from "./journal-state.ts";
import { judge } from "./judge.ts";
import { keysOf, type Outcome, type Worked } from "./outcome.ts";
import { recordOutcome } from "./record-outcome.ts";
import type { RunWorld } from "./run-world.ts";
import { leftInWorkPlace } from "./work-place.ts";

/** Closes an attempt whose host is gone: what it has left is kept, and the step begins again. Nobody's failure. */
export async function closeCrashed(world: RunWorld, key: AttemptKey, base: string): Promise<Outcome["verdict"]> {
  const { journal } = world.store;
  const known = await journal.find<Worked>(key.run, keysOf(key).worked);
  const worked = known?.status === "worked" ? known : null;
  const tree = worked?.tree ?? (await leftInWorkPlace(world.step, base))?.tree ?? null;
  return recordOutcome(world, key, {
    base,
    tree,
    agent: worked?.agent ?? "",
    text: worked?.text ?? "",
    question: null,
    contracts: [],
    proof: null,
    diff: tree === null ? "" : await diffBetween(world.step.git, base, tree),
    verdict: { is: "interrupted", why: "crashed" },
  });
}

/**
 * The same for an attempt that the journal shows as under way and no workflow knows of. Work that is known to have ended
 * is judged: an agent's time is not thrown away because a person stopped the run while its contract ran.
 */
export async function closeForgotten(world: RunWorld, of: Omit<AttemptKey, "run">): Promise<void> {
  const key = { run: world.run.id, ...of };
  const { tip } = await stateOf(world);
  const worked = await world.store.journal.find<Worked>(key.run, keysOf(key).worked);
  if (worked?.status === "worked" && worked.base === tip) {
    const outcome = await judge(world, key, worked);
    if (outcome !== null) await recordOutcome(world, key, outcome);
  } else if (tip !== null) await closeCrashed(world, key, tip);
}
