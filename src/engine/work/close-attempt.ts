import { type AttemptKey, WORK } from "../../record/run.ts";
import type { Usage } from "../../record/run-event.ts";
import { judgeUnlessLeftOut, type WorkedWhole } from "../proof/left-out.ts";
import { summed } from "../sessions/usage-sums.ts";
import { diffBetween } from "../state/diff.ts";
import { type Held, stateOf } from "../state/journal-state.ts";
import { keysOf, type Outcome, type OutcomeVerdict } from "../state/outcome.ts";
import type { RunWorld } from "../state/run-world.ts";
import type { StepRun } from "../state/step-run.ts";
import { recordOutcome } from "./record-outcome.ts";
import type { Begun } from "./work.ts";
import { type Ground, leftInWorkPlace } from "./work-place.ts";

/** How an attempt ends: judged, or broken off. Each may be called again after a crash, and then changes nothing. */

type End = OutcomeVerdict["is"];

/** Judges work that is known to have ended. Null when a person has stopped the run meanwhile: it is judged later. */
export async function closeWorked(world: RunWorld, key: AttemptKey): Promise<End | null> {
  const { journal } = world.store;
  const [known, worked] = await Promise.all([
    journal.find<Outcome>(key.run, keysOf(key).outcome),
    journal.find<WorkedWhole>(key.run, keysOf(key).worked),
  ]);
  if (known) return known.verdict.is;
  if (!worked) throw new Error(`nothing is known of the work of attempt ${key.attempt} at ${key.step}`);
  const outcome = await judgeUnlessLeftOut(world, key, worked);
  return outcome && (await recordOutcome(world, key, outcome)).is;
}

/** All that is needed to close an attempt that nobody goes on with. */
type Closing = Held & Pick<RunWorld, "planner"> & { step: Ground & Pick<StepRun, "signer"> };

/** Closes an attempt whose host is gone: what it has left is kept, and the step begins again. Nobody's failure. */
export async function closeCrashed(world: Closing, key: AttemptKey): Promise<End> {
  const { journal } = world.store;
  const { git } = world.step;
  // Once it is closed its folder may be on its way to the next attempt, and says nothing about this one.
  const known = await journal.find<Outcome>(key.run, keysOf(key).outcome);
  if (known) return known.verdict.is;
  const worked = await journal.find<WorkedWhole>(key.run, keysOf(key).worked);
  const base = worked?.base ?? (await baseOf(world, key));
  const tree = worked?.tree ?? (await leftInWorkPlace(world.step, base))?.tree ?? null;
  const verdict = await recordOutcome(world, key, {
    base,
    tree,
    agent: worked?.agent ?? "",
    text: worked?.text ?? "",
    question: null,
    contracts: [],
    proof: null,
    diff: tree === null ? "" : await diffBetween(git, base, tree),
    verdict: { is: "interrupted", why: "crashed", ...(worked ? {} : await spentOn(world, key)) },
  });
  return verdict.is;
}

/** What the ledger has of an attempt of which the journal does not say what it used. */
async function spentOn({ store }: Closing, { run, step, attempt, leg }: AttemptKey): Promise<{ usage?: Usage[] }> {
  const rows = await store.ledger.read({ run, step, attempt, leg });
  return rows.length === 0 ? {} : { usage: summed(rows.map(({ usage }) => usage)) };
}

async function baseOf({ store }: Closing, key: AttemptKey): Promise<string> {
  const begun = await store.journal.find<Begun>(key.run, keysOf(key).begun);
  if (!begun?.base) throw new Error(`nothing is known of the beginning of attempt ${key.attempt} at ${key.step}`);
  return begun.base;
}

/**
 * An attempt that the journal shows as under way and no workflow knows of. Work that is known to have ended is judged, as
 * long as the plan goes on: an agent's time is not thrown away because a person stopped the run while its contract ran.
 */
export async function closeForgotten(world: RunWorld, of: Pick<AttemptKey, "step" | "attempt" | "leg">): Promise<void> {
  const { step, attempt, leg } = of;
  const key = { run: world.run.id, ...WORK, step, attempt, leg };
  const { tip, status } = await stateOf(world);
  const worked = await world.store.journal.find<WorkedWhole>(key.run, keysOf(key).worked);
  if (worked && worked.base === tip && status === "in-progress") await closeWorked(world, key);
  else await closeCrashed(world, key);
}

/** Closes what a plan that is over has left open, where nobody carries it out any more. */
export async function closeLeft(world: Closing): Promise<void> {
  const { steps } = await stateOf(world);
  for (const [step, { progress, leg }] of steps) {
    if (progress.status !== "active") continue;
    await closeCrashed(world, { run: world.run.id, ...WORK, step, attempt: progress.attempts, leg });
  }
}
