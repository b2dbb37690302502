import type { AttemptKey } from "../record/run.ts";
import type { RunFact } from "../record/run-event.ts";
import { saveAttempt } from "../workspace/debug-branches.ts";
import { boundary } from "./boundaries.ts";
import { append } from "./journal-state.ts";
import { keysOf, type Outcome } from "./outcome.ts";
import { harness } from "./plan-branch.ts";
import type { RunWorld } from "./run-world.ts";
import { stepOf } from "./step-run.ts";

/** Writes down what an attempt came to. What did not pass is kept on a branch of its own first. */
export async function recordOutcome(world: RunWorld, key: AttemptKey, outcome: Outcome): Promise<Outcome["verdict"]> {
  const isKept = outcome.verdict.is !== "passed" && outcome.tree !== null;
  const kept = isKept ? await keepAttempt(world, key, outcome) : null;
  await append(world, keysOf(key).outcome, () => ({ facts: [factOf(key, outcome, kept)], value: outcome }));
  return outcome.verdict;
}

function factOf(key: AttemptKey, { verdict, contracts }: Outcome, kept: string | null): RunFact {
  const { step, attempt, leg } = key;
  const of = { step, attempt, leg };
  switch (verdict.is) {
    case "passed":
      return { type: "attempt-passed", ...of, contracts, warnings: verdict.warnings };
    case "failed":
      return { type: "attempt-failed", ...of, reason: verdict.reason, told: verdict.told, contracts, kept };
    case "held": {
      const { over, told, places } = verdict;
      return { type: "attempt-held", ...of, over, told, contracts, places, kept };
    }
    case "interrupted":
      return { type: "attempt-interrupted", ...of, why: verdict.why, kept };
  }
}

/** Null when the attempt has changed nothing. A later leg of the same attempt replaces what an earlier one left. */
async function keepAttempt(world: RunWorld, key: AttemptKey, { tree, base }: Outcome): Promise<string | null> {
  const { git, signer, place } = world.step;
  if (tree === null || tree === (await place.trees.treeOf(base))) return null;
  const { plan } = world.run;
  const { number } = stepOf(plan, key.step);
  const message = `attempt ${key.attempt} at step ${number} of ${plan.id}, which was not accepted\n`;
  const work = { tree, base, who: harness(signer), message };
  boundary("an attempt is to be kept");
  const { ref } = await saveAttempt(git, { plan: plan.id, task: number, attempt: key.attempt }, work);
  return ref.slice("refs/heads/".length);
}
