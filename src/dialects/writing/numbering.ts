import type { Fitting } from "./fitting.ts";

/** Keeps the steps' numbers where they rise from `least` to at most `most`; otherwise counts anew from 1. */
export function renumber(fitting: Fitting, least: number, most: number): void {
  const { steps } = fitting.plan;
  const rises = steps.every(({ number }, index) => number > (steps[index - 1]?.number ?? least - 1) && number <= most);
  if (rises) return;
  for (const [index, step] of steps.entries()) {
    if (step.number === index + 1) continue;
    fitting.lose("number", "steps are counted anew", step);
    step.number = index + 1;
  }
}
