import { type Expected, shortage } from "../../plan/spending.ts";
import type { Missing } from "../../record/question.ts";
import { attemptsOf } from "../state/attempts-of.ts";
import { limitsOf, spentOn } from "../state/budget-limits.ts";
import { append, stateOf } from "../state/journal-state.ts";
import { type RunState, stepState } from "../state/run-state.ts";
import type { RunWorld } from "../state/run-world.ts";
import { stepOf } from "../state/step-run.ts";
import { expectedFor } from "./budget-estimate.ts";
import { budgetQuestion, type Shortage, stoppedQuestion } from "./budget-question.ts";
import { questionAbout } from "./questions.ts";

/** Whether what is left pays for work on a step. If not, a person is asked, and nothing begins before the answer. */
export async function isAffordable(
  world: RunWorld,
  state: RunState,
  step: string,
  whose: "worker" | "planner",
): Promise<boolean> {
  if (shortageAt(world, state, step, whose) === null) return true;
  return append(world, null, (now) => {
    const found = shortageAt(world, now, step, whose);
    const isAsked = [...now.open.values()].some((question) => question.step === null && question.over === "budget");
    if (found === null || isAsked) return { facts: [], value: found === null };
    const question = budgetQuestion(world.run.id, found, `${world.run.id}:${now.seq + 1}`);
    return { facts: [{ type: "asked", step: null, question }], value: false };
  });
}

/** Asks about a step whose worker was stopped, because its budget was used up. */
export async function askForMore(world: RunWorld, id: string): Promise<void> {
  const { run } = world;
  const attempts = await attemptsOf(world, await stateOf(world), id);
  await append(world, null, (now) => {
    const { progress } = stepState(now, id);
    if (progress.status !== "held" || progress.over !== "budget") return { facts: [], value: null };
    const about = { run: run.id, plan: run.plan, step: stepOf(run.plan, id), over: "budget", attempts } as const;
    const asked = questionAbout({ ...about, proposed: [], findings: [], id: `${run.id}:${now.seq + 1}` });
    const found = shortageAt(world, now, id, "worker");
    const question = found === null ? asked : stoppedQuestion(asked, found);
    return { facts: [{ type: "asked", step: id, question }], value: null };
  });
}

/** What is missing before a step can begin or go on; null for nothing. */
function shortageAt(
  { run, history, sizeOf }: RunWorld,
  state: RunState,
  id: string,
  whose: "worker" | "planner",
): Shortage | null {
  const { plan } = run;
  const step = stepOf(plan, id);
  if (plan.budget === undefined && step.budget === undefined) return null;
  const { next, rest, alone } = expectedFor(plan, state, step, { history, sizeOf });
  // Whoever has just raised a budget knew what was expected: it is for this step, and as much as they want to spend. And
  // of a planner's turn nobody knows what it takes.
  const least = state.spending.isRaised || whose === "planner" ? {} : next;
  const missingOf = (of: typeof step | null, expected: Expected): Missing[] => {
    const amount = shortage(limitsOf(plan, state, of), spentOn(state, of), expected);
    return amount === null ? [] : [{ of: of?.id ?? null, amount }];
  };
  const missing = [...missingOf(null, { next: least, rest }), ...missingOf(step, { next: least, rest: alone })];
  return missing.length === 0 ? null : { plan, state, step, missing, expected: { next, rest } };
}
