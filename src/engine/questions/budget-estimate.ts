import { type Forecast, forecast, type StepCost } from "../../plan/forecast.ts";
import type { Budget, Plan, Step } from "../../plan/model.ts";
import type { SizeOf } from "../../plan/prompt-size.ts";
import { type Expected, knownOf, type Spent } from "../../plan/spending.ts";
import { median } from "../../std/median.ts";
import { type RunState, stepState } from "../state/run-state.ts";

/** `alone` is what to ask for where one step is short: with a guess where nothing better is known. */
export type Estimate = Expected & { alone: Budget };

/** What an estimate rests on besides the run itself. */
export type Earlier = { history: readonly StepCost[]; sizeOf: SizeOf };

/**
 * What a step will take, and with it all that are left: as much as the steps that this run has finished, else as earlier
 * ones of the repository, else by its size. Sizes say nothing about money; nor about time, of which a worker gets what is
 * left, and is stopped then.
 */
export function expectedFor(plan: Plan, state: RunState, step: Step, { history, sizeOf }: Earlier): Estimate {
  const left = stepsLeft(plan, state);
  const done = plan.steps.filter(({ id }) => isDone(state, id));
  const own = usualOf(done.flatMap(({ id }) => state.spending.spent.get(id) ?? []));
  const foreseen = (steps: readonly Step[]): Forecast =>
    forecast({ ...plan, steps: steps.map((each) => ({ ...each, status: "pending" })) }, history, sizeOf);
  const [one, all] = [foreseen([step]), foreseen(left)];
  const alone = { ...soFar(state, 1), ...used(one), wallClock: one.seconds, ...own };
  return {
    alone,
    next: { ...used(one), ...(one.earlier.seconds > 0 && { wallClock: one.seconds }), ...own },
    // One step is worked on at a time, so their times add up.
    rest: {
      ...soFar(state, left.length),
      ...used(all),
      wallClock: one.seconds * left.length,
      ...times(own, left.length),
    },
  };
}

const used = ({ tokens, usd }: Forecast): Budget => ({ tokens, ...(usd !== undefined && { usd }) });

export const stepsLeft = (plan: Plan, state: RunState): Step[] => plan.steps.filter(({ id }) => !isDone(state, id));

const isDone = (state: RunState, id: string): boolean => stepState(state, id).progress.status === "done";

/** The middle of what these have taken; only of those that have said it all. */
function usualOf(finished: readonly Spent[]): Budget {
  const known = {
    tokens: finished.flatMap(({ tokens }) => (tokens.isWhole ? [tokens.known] : [])),
    usd: finished.flatMap(({ usd }) => (usd.isWhole ? [usd.known] : [])),
    wallClock: finished.map(({ seconds }) => seconds),
  };
  return {
    ...(known.tokens.length > 0 && { tokens: median(known.tokens) }),
    ...(known.usd.length > 0 && { usd: median(known.usd) }),
    ...(known.wallClock.length > 0 && { wallClock: median(known.wallClock) }),
  };
}

function times({ tokens, usd, wallClock }: Budget, steps: number): Budget {
  return {
    ...(tokens !== undefined && { tokens: tokens * steps }),
    ...(usd !== undefined && { usd: usd * steps }),
    ...(wallClock !== undefined && { wallClock: wallClock * steps }),
  };
}

/** Somebody who is asked for more money has to hear of some sum: what the steps that were begun cost, for each. */
function soFar({ spending: { spent } }: RunState, steps: number): Budget {
  const usd = [...spent.values()].reduce((sum, each) => sum + knownOf(each, "usd"), 0);
  return usd === 0 ? {} : { usd: (usd / spent.size) * steps };
}
