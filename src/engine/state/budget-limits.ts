import { limitsWith } from "../../plan/grant.ts";
import type { Budget, Plan, Step } from "../../plan/model.ts";
import { added, NOTHING_SPENT, type Spent, shortage, spentTogether } from "../../plan/spending.ts";
import type { Kept } from "../../record/run-event.ts";
import { sameJson } from "../../std/same-json.ts";
import type { RunState } from "./run-state.ts";

/** What holds by now of the plan's budget, or of a step's own: what is written, and what people have granted besides. */
export const limitsOf = ({ budget }: Plan, { spending }: Pick<RunState, "spending">, step: Step | null): Budget =>
  limitsWith(step === null ? budget : step.budget, spending.granted.get(step?.id ?? null));

/** Whose budget is another one in a revised plan: the plan's under null, a step's under the id that it has there. */
export function budgetsChanged(before: Plan, after: Plan, kept: readonly Kept[]): (string | null)[] {
  const budgetOf = ({ steps }: Plan, of: string): Budget | undefined => steps.find(({ id }) => id === of)?.budget;
  const isAnother = ({ from, to }: Kept): boolean => !sameJson(budgetOf(before, from), budgetOf(after, to));
  return [
    ...(sameJson(before.budget, after.budget) ? [] : [null]),
    ...kept.flatMap((each) => (isAnother(each) ? [each.to] : [])),
  ];
}

/** What the plan has spent, or one of its steps. */
export const spentOn = ({ spending: { spent } }: Pick<RunState, "spending">, step: Step | null): Spent =>
  step === null ? spentTogether(spent.values()) : (spent.get(step.id) ?? NOTHING_SPENT);

/**
 * Whether nothing is left of the plan's budget, or of the step's own: nobody is asked then who has to be paid. `more` is what
 * somebody has used who is still at work.
 */
export const isSpent = (plan: Plan, state: RunState, step: Step, more = NOTHING_SPENT): boolean =>
  [null, step].some((of) => {
    const spent = added(spentOn(state, of), more);
    return shortage(limitsOf(plan, state, of), spent, { next: {}, rest: {} }) !== null;
  });

/** How long a worker or a planner may go on before the plan's time or its step's is used up; null where neither is limited. */
export function secondsLeft(plan: Plan, state: RunState, step: Step): number | null {
  const left = [null, step].flatMap((of) => {
    const { wallClock } = limitsOf(plan, state, of);
    return wallClock === undefined ? [] : [wallClock - spentOn(state, of).seconds];
  });
  return left.length === 0 ? null : Math.max(0, Math.min(...left));
}
