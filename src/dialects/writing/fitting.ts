import type { Plan, Step } from "../../plan/model.ts";
import type { Loss } from "../../ports/dialect.ts";

/** What a dialect makes of a plan before it writes it: the plan as far as it can be held, and what is lost of it. */
export type Fitted = { plan: Plan; lost: Loss[] };

/**
 * A plan on its way into another dialect. `plan` is a copy that may be changed at will, as long as every change that
 * takes something away is told.
 */
export class Fitting {
  readonly plan: Plan;
  private readonly losses = new Map<string, Loss>();
  /** The ids that the person knows, whatever the steps are called by now. */
  private readonly ids: ReadonlyMap<Step, string>;
  private readonly original: Plan;

  constructor(plan: Plan) {
    this.original = plan;
    this.plan = structuredClone(plan);
    this.ids = new Map(this.plan.steps.map((step) => [step, step.id]));
  }

  /** Losses of one kind are told once, with all the steps they concern. */
  lose(field: string, told: string, step?: Step): void {
    const key = `${field}\n${told}`;
    const loss = this.losses.get(key) ?? { field, told, steps: [] };
    if (step) loss.steps.push(this.ids.get(step) ?? step.id);
    this.losses.set(key, loss);
  }

  /** Takes fields of the plan away for which the dialect has no place. */
  dropFromPlan(fields: readonly (keyof typeof EMPTY_PLAN)[]): void {
    for (const field of fields) {
      if (isEmpty(this.plan[field])) continue;
      Object.assign(this.plan, { [field]: EMPTY_PLAN[field] });
      if (EMPTY_PLAN[field] === undefined) delete this.plan[field as "owner"];
      this.lose(spelling(field), NO_PLACE);
    }
  }

  /** The same for every step. */
  dropFromSteps(fields: readonly (keyof typeof EMPTY_STEP)[]): void {
    for (const step of this.plan.steps) {
      for (const field of fields) {
        if (isEmpty(step[field])) continue;
        Object.assign(step, { [field]: EMPTY_STEP[field] });
        if (EMPTY_STEP[field] === undefined) delete step[field as "reason"];
        this.lose(spelling(field), NO_PLACE, step);
      }
    }
  }

  /**
   * Gives every step the id that `idOf` says, and lets dependencies follow. An id that only counts is no loss. What
   * depends on no step must not come to depend on one that only now is called so.
   */
  renameSteps(idOf: (step: Step, index: number) => string, told: string): void {
    const renamed = new Map<string, string>();
    for (const [index, step] of this.plan.steps.entries()) {
      const id = idOf(step, index);
      if (id !== step.id && !isCount(this.original.steps[index])) this.lose("id", told, step);
      if (!renamed.has(step.id)) renamed.set(step.id, id);
      step.id = id;
    }
    const given = new Set(renamed.values());
    for (const step of this.plan.steps) {
      const meant = step.dependsOn.filter((id) => renamed.has(id) || !given.has(id));
      if (meant.length < step.dependsOn.length) this.lose("depends_on", NOBODY, step);
      step.dependsOn = meant.map((id) => renamed.get(id) ?? id);
    }
  }

  finish(): Fitted {
    return { plan: this.plan, lost: [...this.losses.values()] };
  }
}

/** `3`, `task-03` and the `3–N` of a template say no more than where the step stands. */
const isCount = (step: Step | undefined): boolean =>
  step !== undefined && (/^(?:task-)?0*(\d+)$/.exec(step.id)?.[1] === String(step.number) || step.id === step.template);

export const NO_PLACE = "has no place there";
const NOBODY = "names no step, but would name one there, so it is left out";

const EMPTY_PLAN = { owner: undefined, risks: [], prerequisites: [], estimatedTotalTime: undefined };
const EMPTY_STEP = {
  reason: undefined,
  toolsNeeded: [],
  estimatedTime: undefined,
  acceptsWhen: undefined,
  expected: undefined,
};

const isEmpty = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

/** As authors write the field: `estimated_total_time`. */
const spelling = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
