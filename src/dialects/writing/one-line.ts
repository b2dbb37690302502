import { asOneLine } from "../reading/escapes.ts";
import type { Fitting } from "./fitting.ts";

/** Titles and results stand in a heading or a cell, where a line break and blanks at the ends have no place. */
export function putOnOneLine(fitting: Fitting): void {
  const { plan } = fitting;
  plan.title = shortened(plan.title, (told) => fitting.lose("title", told));
  for (const step of plan.steps) {
    step.title = shortened(step.title, (told) => fitting.lose("title", told, step));
    if (step.result === undefined) continue;
    step.result = shortened(step.result, (told) => fitting.lose("result", told, step));
    if (step.result !== "") continue;
    fitting.lose("result", "says nothing, so it is left out", step);
    delete step.result;
  }
}

function shortened(text: string, tell: (told: string) => void): string {
  const line = asOneLine(text);
  if (line !== text) tell(line === text.trim() ? "loses the blanks around it" : "is written on one line");
  return line;
}
