import type { AttemptKey } from "../../record/run.ts";
import type { RunFact, Usage } from "../../record/run-event.ts";
import { saveAttempt } from "../../workspace/history/debug-branches.ts";
import { treesOf } from "../../workspace/objects/trees.ts";
import { harness } from "../plan-text/plan-branch.ts";
import { boundary } from "../state/boundaries.ts";
import { append, type Held } from "../state/journal-state.ts";
import { keysOf, type Outcome, type OutcomeVerdict } from "../state/outcome.ts";
import type { RunWorld } from "../state/run-world.ts";
import { type StepRun, stepOf } from "../state/step-run.ts";

/** All that is needed to write down what an attempt came to. */
type Recording = Held & Pick<RunWorld, "planner"> & { step: Pick<StepRun, "git" | "signer"> };

/** Writes down what an attempt came to. What did not pass is kept on a branch of its own first. */
export async function recordOutcome(world: Recording, key: AttemptKey, outcome: Outcome): Promise<OutcomeVerdict> {
  const isKept = outcome.verdict.is !== "passed" && outcome.tree !== null;
  const kept = isKept ? await keepAttempt(world, key, outcome) : null;
  const recorded = await append(world, keysOf(key).outcome, ({ status }) => {
    const isAsked = world.run.inPlace && status === "in-progress" && kept !== null;
    const value = isAsked ? inCheckout(outcome) : outcome;
    const noted = value.verdict.is === "passed" ? (value.noted ?? []) : [];
    return {
      facts: [
        ...noted.map((told): RunFact => ({ type: "noted", step: key.step, told })),
        factOf(key, value, { kept, isReviewed: world.planner === null }),
      ],
      value,
    };
  });
  return recorded.verdict;
}

/** Nobody takes away what lies in the person's own checkout, so nothing begins on top of it without them. */
function inCheckout(outcome: Outcome): Outcome {
  const { verdict } = outcome;
  if (verdict.is !== "interrupted") return outcome;
  return { ...outcome, verdict: { ...IN_CHECKOUT, ...usageOf(verdict) } };
}

const IN_CHECKOUT: OutcomeVerdict = {
  is: "held",
  over: "unverified",
  told: "the attempt was interrupted before its contract ran, and its work is in your checkout; look at it, remove what should not stay, and decide how to continue",
  places: [],
};

type Kept = { kept: string | null; isReviewed: boolean };

function factOf(key: AttemptKey, { verdict, contracts }: Outcome, { kept, isReviewed }: Kept): RunFact {
  const { step, attempt, leg } = key;
  const of = { step, attempt, leg };
  switch (verdict.is) {
    case "passed":
      return {
        type: "attempt-passed",
        ...of,
        outcome: verdict.outcome,
        contracts,
        warnings: verdict.warnings,
        isReviewed,
      };
    case "failed":
      return { type: "attempt-failed", ...of, reason: verdict.reason, told: verdict.told, contracts, kept };
    case "held": {
      const { over, told, places } = verdict;
      return { type: "attempt-held", ...of, over, told, contracts, places, kept, ...usageOf(verdict) };
    }
    case "interrupted":
      return { type: "attempt-interrupted", ...of, why: verdict.why, kept, ...usageOf(verdict) };
  }
}

const usageOf = ({ usage }: { usage?: Usage[] }): { usage?: Usage[] } => (usage === undefined ? {} : { usage });

/** Null when the attempt has changed nothing. A later leg of the same attempt replaces what an earlier one left. */
async function keepAttempt(world: Recording, key: AttemptKey, { tree, base }: Outcome): Promise<string | null> {
  const { git, signer } = world.step;
  if (tree === null || tree === (await treesOf(git).treeOf(base))) return null;
  const { plan } = world.run;
  const { number } = stepOf(plan, key.step);
  const message = `attempt ${key.attempt} at step ${number} of ${plan.id}, which was not accepted\n`;
  const work = { tree, base, who: harness(signer), message };
  boundary("an attempt is to be kept");
  const { ref } = await saveAttempt(git, { plan: plan.id, task: number, attempt: key.attempt }, work);
  return ref.slice("refs/heads/".length);
}
