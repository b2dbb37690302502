import type { Plan, Step } from "../../plan/model.ts";
import { type Code, type Prose, proseOf } from "./prose.ts";

/** The texts of a step that its worker reads and that are prose; `pointer` says where each is written. */
export type WorkerText = { step: number; fields: readonly Field[] };
export type Field = { pointer: string; prose: Prose };

/** Every step's texts, finished steps included, by position in the plan. */
export function workerTexts(plan: Plan): WorkerText[] {
  return plan.steps.map(({ what, how }, step) => ({
    step,
    fields: [
      { pointer: `/steps/${step}/what`, prose: proseOf(what) },
      ...(how === undefined ? [] : [{ pointer: `/steps/${step}/how`, prose: proseOf(how) }]),
    ],
  }));
}

/** What the plan says around its steps, which no worker is shown. */
export function overviewCodes({ context = "", what, architecture = "", how = "" }: Plan): Code[] {
  return [context, what, architecture, how].flatMap((text) => codesOf(proseOf(text)));
}

/** For each key that `keyOf` finds in code the first two steps that have it: enough to tell whether another step has. */
export function namersOf(texts: readonly WorkerText[], keyOf: (code: string) => string | null): Map<string, number[]> {
  const namers = new Map<string, number[]>();
  for (const { step, fields } of texts) {
    for (const { text } of fields.flatMap(({ prose }) => codesOf(prose))) {
      const key = keyOf(text);
      if (key === null) continue;
      const known = namers.get(key) ?? [];
      if (known.length < 2 && !known.includes(step)) namers.set(key, [...known, step]);
    }
  }
  return namers;
}

const codesOf = ({ sentences }: Prose): Code[] => sentences.flatMap(({ codes }) => codes);

/** A plan without task files is its own only step, and the worker of that step sees all of it. */
export const isWholePlan = (plan: Plan, { what }: Step): boolean => plan.steps.length === 1 && plan.what === what;
