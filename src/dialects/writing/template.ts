import type { Fitting } from "./fitting.ts";

/** Only `steps` and `json` know steps that stand for others. */
export function dropTemplates(fitting: Fitting): void {
  for (const step of fitting.plan.steps) {
    if (step.template === undefined) continue;
    delete step.template;
    fitting.lose("template", "becomes an ordinary step, which would run as it stands", step);
  }
}
