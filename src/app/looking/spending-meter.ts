import { countIn, newSpending, type Spending } from "../../engine/state/budget-spending.ts";
import { limitsWith } from "../../plan/grant.ts";
import type { Budget } from "../../plan/model.ts";
import { type Spent, spentTogether } from "../../plan/spending.ts";
import { spentInWords } from "../../plan/spending-words.ts";
import type { RunEvent } from "../../record/run-event.ts";

/** Keeps count of what a run spends, event by event. */
export type SpendingMeter = {
  see(event: RunEvent): void;
  /** What was spent until `now`, in words; null where there is no budget and nobody has said what was used. */
  text(budget: Budget | undefined, now: number): string | null;
};

export function spendingMeter(): SpendingMeter {
  const spending = newSpending();
  return {
    see: (event) => countIn(spending, event),
    text(budget, now) {
      const { spent, limits } = spendingOf(budget, spending);
      const running = spending.running === null ? 0 : Math.max(0, now - spending.running.since) / 1000;
      return spentText({ spent: { ...spent, seconds: spent.seconds + running }, limits });
    },
  };
}

/** What was spent, and the limits that hold by now. */
export type SpentOfRun = { spent: Spent; limits: Budget };

export const spendingOf = (budget: Budget | undefined, { spent, granted }: Spending): SpentOfRun => ({
  spent: spentTogether(spent.values()),
  limits: limitsWith(budget, granted.get(null)),
});

/** How long it takes is told elsewhere, unless it is limited. */
export function spentText({ spent, limits }: SpentOfRun): string | null {
  const text = spentInWords(limits.wallClock === undefined ? { ...spent, seconds: 0 } : spent, limits);
  return text === "" ? null : text;
}
