import { readMessage } from "../../record/commit-message.ts";
import type { RunFact } from "../../record/run-event.ts";
import { outcomesIn } from "../../telling/run-outcomes.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { type FinalProof, proveFinal } from "../proof/final-proof.ts";
import { finalProofQuestion } from "../questions/final-proof-question.ts";
import { decide } from "../state/decide.ts";
import { append, stateOf } from "../state/journal-state.ts";
import type { RunState } from "../state/run-state.ts";
import type { RunWorld } from "../state/run-world.ts";
import { planOf } from "../state/step-run.ts";
import { bringAlong } from "./bring-along.ts";
import { completePlan } from "./complete-plan.ts";

/**
 * Ends a plan whose steps are all done, if all of them still hold on the tree they have made together. If not, a person
 * is asked, and whoever answers "again" brings us back here. After a crash it goes on where it was.
 */
export async function complete(world: RunWorld): Promise<void> {
  const state = await stateOf(world);
  const { tip } = state;
  if (tip === null || !isDue(world, state)) return;
  const already = await completedAt(world, tip);
  if (already !== null) return tell(world, tip, already, []);
  const proof = await proveUnlessStopped(world, tip);
  if (proof === null) return;
  if (proof.status !== "proven") return ask(world, tip, proof);
  const told = `all contracts (${proof.contracts}) pass on the tree that the plan ends with`;
  const noted: RunFact[] = proof.contracts > 0 ? [{ type: "noted", step: null, told }] : [];
  return tell(world, tip, await completePlan(world.step, world.dialect, tip), noted);
}

/** The branch may have moved already, before a crash. */
async function completedAt(world: RunWorld, tip: string): Promise<string | null> {
  const history = historyOf(world.step.git);
  const there = await history.resolve(world.step.branch);
  if (there === null || there === tip) return null;
  let seen = 0;
  const [last, before] = await history.firstParents(there, () => ++seen >= 2);
  return last && before?.id === tip && readMessage(last.message).kind === "complete" ? there : null;
}

/** Null when a person has stopped the run: there is nothing to close, and the next time it begins again. */
async function proveUnlessStopped(world: RunWorld, tip: string): Promise<FinalProof | null> {
  try {
    return await proveFinal(world, tip);
  } catch (error) {
    if (world.signal.aborted) return null;
    throw error;
  }
}

async function tell(world: RunWorld, tip: string, commit: string, noted: readonly RunFact[]): Promise<void> {
  await bringAlong(world, await world.step.place.trees.treeOf(tip), commit);
  const found = outcomesIn(await world.store.journal.read(world.run.id, 0));
  const outcomes = world.run.plan.steps.flatMap(({ id }) => found.get(id) ?? []);
  await append(world, `completed/${commit}`, (state) => ({
    facts: isDue(world, state) ? [...noted, { type: "completed", commit, outcomes }] : [],
    value: null,
  }));
}

async function ask(world: RunWorld, tip: string, trouble: Exclude<FinalProof, { status: "proven" }>): Promise<void> {
  const question = await finalProofQuestion(world, tip, trouble);
  await append(world, null, (state) => {
    if (!isDue(world, state)) return { facts: [], value: null };
    const id = `${world.run.id}:${state.seq + 1}`;
    return { facts: [{ type: "asked", step: null, question: { id, ...question } }], value: null };
  });
}

/** Somebody may have been asked before a crash, or have cancelled, paused or undone something meanwhile. */
const isDue = ({ run }: RunWorld, state: RunState): boolean => decide(planOf(run), state).do === "complete";
