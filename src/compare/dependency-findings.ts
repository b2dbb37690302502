import type { Plan, Step } from "../plan/model.ts";
import { sameJson } from "../std/same-json.ts";
import type { Finding } from "./change.ts";
import type { Matching, Pair } from "./match-steps.ts";
import { stepName } from "./spoken.ts";

/** Compares what steps wait for, by the steps themselves: an id may have become another one. */
export function dependencyFindings(before: Plan, after: Plan, { pairs }: Matching): (pair: Pair) => Finding[] {
  const [then, now] = [firstById(before), firstById(after)];
  const byBefore = new Map(pairs.map((pair) => [pair.before, pair]));
  const byAfter = new Map(pairs.map((pair) => [pair.after, pair]));
  const thenOf = (id: string): Pair | Step | string => found(id, then, byBefore);
  const nowOf = (id: string): Pair | Step | string => found(id, now, byAfter);
  return (pair) => {
    const [old, fresh] = [new Set(pair.before.dependsOn.map(thenOf)), new Set(pair.after.dependsOn.map(nowOf))];
    const values = { before: pair.before.dependsOn, after: pair.after.dependsOn };
    const finding = (told: string): Finding => ({ effect: "changes", area: "order", told, ...values });
    const findings = [
      ...[...fresh].filter((each) => !old.has(each)).map((each) => finding(`now waits for ${spoken(each)}`)),
      ...[...old].filter((each) => !fresh.has(each)).map((each) => finding(`no longer waits for ${spoken(each)}`)),
    ];
    const isReordered = !sameJson(pair.before.dependsOn.map(thenOf), pair.after.dependsOn.map(nowOf));
    if (findings.length > 0 || !isReordered) return findings;
    return [{ effect: "wording", area: "order", told: "lists what it waits for in another order", ...values }];
  };
}

function firstById({ steps }: Plan): Map<string, Step> {
  const first = new Map<string, Step>();
  for (const step of steps) if (!first.has(step.id)) first.set(step.id, step);
  return first;
}

/** The pair of a step that stays, the step of one that comes or goes, or the bare id when no step has it. */
function found(id: string, steps: ReadonlyMap<string, Step>, pairs: ReadonlyMap<Step, Pair>): Pair | Step | string {
  const step = steps.get(id);
  return step === undefined ? id : (pairs.get(step) ?? step);
}

function spoken(thing: Pair | Step | string): string {
  if (typeof thing === "string") return `step ${thing}`;
  return stepName("after" in thing ? thing.after : thing);
}
