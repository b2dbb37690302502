import type { Plan, Step } from "../../plan/model.ts";
import { nearest } from "../../std/nearest.ts";
import { Refused, remedy } from "../../std/refusal.ts";
import { openPlan } from "./open-plan.ts";

/** The plan at a path, whole and with steps, or a `Refused` that says where to look. */
export function readPlan(path: string): Plan {
  const { dialect, files } = openPlan(path);
  const { plan, isWhole } = dialect?.parse(files) ?? { plan: null, isWhole: false };
  const remedies = [remedy("verify", { plan: path }, "says more")];
  if (plan === null) throw new Refused("not-a-plan", `${path} is no plan`, { remedies });
  if (!isWhole) throw new Refused("not-a-plan", `${path} cannot be read whole`, { remedies });
  if (plan.steps.length === 0) throw new Refused("not-a-plan", `${path} has no steps`);
  return plan;
}

/** Steps by number or id, each once and in the order asked for; when none is named, all that are more than a template. */
export function chosenSteps(plan: Plan, names: readonly string[]): Step[] {
  if (names.length > 0) return [...new Set(names.map((name) => stepNamed(plan, name)))];
  const written = plan.steps.filter(({ template }) => template === undefined);
  if (written.length === 0)
    throw new Refused("not-a-plan", "all steps of this plan are templates; write the steps they stand for");
  return written;
}

function stepNamed({ steps }: Plan, name: string): Step {
  const number = /^(?:step-?|task-?)?0*(\d+)$/i.exec(name)?.[1];
  const step = steps.find(({ id, number: own }) => id === name || (number !== undefined && own === Number(number)));
  if (step) return step;
  const known = steps.map(({ id }) => id);
  const meant = number === undefined ? nearest(name, known) : null;
  const all = `this plan has ${known.slice(0, 20).join(", ")}${known.length > 20 ? " …" : ""}`;
  throw new Refused("no-step", `there is no step ${name}; ${meant === null ? all : `did you mean ${meant}?`}`);
}
