import { asOneLine } from "../reading/escapes.ts";
import type { Fitting } from "./fitting.ts";

const ON_ONE_LINE = "is written on one line";

/** Titles and results stand in a heading or a cell, where a line break has no place. */
export function putOnOneLine(fitting: Fitting): void {
  const { plan } = fitting;
  plan.title = shortened(plan.title, () => fitting.lose("title", ON_ONE_LINE));
  for (const step of plan.steps) {
    step.title = shortened(step.title, () => fitting.lose("title", ON_ONE_LINE, step.id));
    if (step.result === undefined) continue;
    step.result = shortened(step.result, () => fitting.lose("result", ON_ONE_LINE, step.id));
    if (step.result === "") delete step.result;
  }
}

function shortened(text: string, tell: () => void): string {
  const line = asOneLine(text);
  if (line !== text.trim()) tell();
  return line;
}
