import type { Plan, Step } from "../../plan/model.ts";
import type { WrittenStep } from "../../ports/dialect.ts";
import { asOneLine } from "./escapes.ts";

/** The steps of a plan after its template `id` was replaced by those it stands for. */
export function expandedSteps(
  { steps }: Plan,
  id: string,
  written: readonly WrittenStep[],
  asRead: (text: string) => string,
): Step[] {
  const at = steps.findIndex((step) => step.id === id);
  const template = steps[at];
  if (!template) return steps;
  const last = template.number + written.length - 1;
  return [
    ...steps.slice(0, at),
    ...written.map(({ title, what, how }, index) => ({
      ...numbered(template, template.number + index),
      ...{ title: asOneLine(title), what: asRead(what), subtasks: [], ...(how !== null && { how: asRead(how) }) },
    })),
    ...steps.slice(at + 1).map((step) => {
      const number = numberAfter(step.template, last);
      return number === null ? step : numbered(step, number);
    }),
  ];
}

/** The number that `N+1` stands for, once it is known which one N is; null for a step that is not counted from N. */
export function numberAfter(template: string | undefined, last: number): number | null {
  const [, more] = /^N\+(\d+)$/.exec(template ?? "") ?? [];
  return more === undefined ? null : last + Number(more);
}

function numbered({ template: _template, ...step }: Step, number: number): Step {
  return { ...step, id: String(number), number };
}
