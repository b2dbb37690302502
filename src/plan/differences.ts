import { sameJson } from "../std/same-json.ts";
import type { Plan, Step } from "./model.ts";

/**
 * How a value of a plan may change. `what`: with approval. `architecture`: by growing, otherwise with approval.
 * `how`: at checkpoints and in triage. `terms`: only through draft, with approval. `engine`: never by a revision.
 */
type Rule = "what" | "architecture" | "how" | "terms" | "engine";

/** One difference between two plans. */
export type Difference = {
  rule: Rule;
  /** Into the later plan; for a step that is gone, to the list it was in. */
  pointer: string;
  /** The change in words: "the How of step `b` changes". */
  told: string;
  before: unknown;
  after: unknown;
  /** Whether a person has agreed to exactly this. */
  isApproved: boolean;
  /** The earlier form of the step it happens to. */
  step?: Step;
};

/** What differs, field by field and step by step. `approved` is the plan a person has agreed to, where there is one. */
export function differencesBetween(before: Plan, after: Plan, approved?: Plan): Difference[] {
  const [then, now, agreed] = [stepsByKey(before), stepsByKey(after), approved && stepsByKey(approved)];
  return [
    ...changedFields(PLAN_RULES, { before, after, approved, pointer: "", name: "the plan" }),
    ...changedOrder(then, now, agreed),
    ...[...then].flatMap(([key, { step }]) =>
      now.has(key) ? [] : removed(step, agreed !== undefined && !agreed.has(key)),
    ),
    ...[...now].flatMap(([key, { step, pointer }]) => {
      const later = { after: step, approved: agreed?.get(key)?.step, pointer, name: called(step) };
      const earlier = then.get(key)?.step;
      return earlier ? changedStep({ ...later, before: earlier }) : added(later);
    }),
  ];
}

type FieldRule = Rule | "apart";

// `apart`: compared elsewhere, or no part of what the plan says. A new field of the model does not compile until
// someone decides here who may change it.
export const PLAN_RULES = {
  id: "terms",
  title: "terms",
  status: "engine",
  owner: "terms",
  mode: "terms",
  complexity: "terms",
  infrastructure: "terms",
  strict: "terms",
  settings: "terms",
  budget: "terms",
  priority: "terms",
  context: "terms",
  what: "what",
  architecture: "architecture",
  how: "how",
  protectedAreas: "what",
  steps: "apart",
  risks: "terms",
  prerequisites: "terms",
  estimatedTotalTime: "terms",
  source: "apart",
} as const satisfies Record<keyof Plan, FieldRule>;

export const STEP_RULES = {
  id: "apart",
  number: "terms",
  title: "terms",
  status: "engine",
  failCount: "engine",
  result: "engine",
  target: "terms",
  agent: "terms",
  track: "terms",
  dependsOn: "terms",
  subscriptions: "terms",
  what: "what",
  how: "how",
  reason: "terms",
  subtasks: "terms",
  files: "terms",
  toolsNeeded: "terms",
  estimatedTime: "terms",
  needs: "terms",
  contracts: "terms",
  acceptsWhen: "terms",
  expected: "terms",
  onFail: "terms",
  workTimeout: "terms",
  budget: "terms",
  template: "terms",
} as const satisfies Record<keyof Step, FieldRule>;

type Steps = ReadonlyMap<string, { step: Step; pointer: string }>;

/** Steps are the same step when they have the same id; of two with one id, the first is the first again. */
function stepsByKey(plan: Plan): Steps {
  const seen = new Map<string, number>();
  return new Map(
    plan.steps.map((step, position) => {
      const nth = (seen.get(step.id) ?? 0) + 1;
      seen.set(step.id, nth);
      return [`${nth} ${step.id}`, { step, pointer: `/steps/${position}` }];
    }),
  );
}

/** The same thing in all three plans. */
type Versions<T> = { before: T; after: T; approved: T | undefined; pointer: string; name: string };

function changedFields<T extends Plan | Step>(
  rules: Record<keyof T & string, FieldRule>,
  all: Versions<T>,
): Difference[] {
  const { before, after, approved, pointer, name } = all;
  return (Object.keys(rules) as (keyof T & string)[]).flatMap((key) => {
    const rule: FieldRule = rules[key];
    if (rule === "apart" || sameJson(before[key], after[key])) return [];
    const isApproved = approved !== undefined && sameJson(approved[key], after[key]);
    const told = `the ${spoken(key)} of ${name} changes`;
    return [{ rule, pointer: `${pointer}/${key}`, told, before: before[key], after: after[key], isApproved }];
  });
}

const SECTIONS = new Set(["what", "how", "architecture", "protectedAreas"]);

/** `protectedAreas` is a section of the plan and written like one; `failCount` is a fail count. */
function spoken(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return SECTIONS.has(key) ? words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : words;
}

/** Only of the steps that stay: one that comes or goes is a change by itself. */
function changedOrder(then: Steps, now: Steps, agreed: Steps | undefined): Difference[] {
  const before = orderIn(then, now);
  const after = orderIn(now, then);
  if (sameJson(before, after)) return [];
  const isApproved = agreed !== undefined && sameJson(orderIn(agreed, now), orderIn(now, agreed));
  return [{ rule: "terms", pointer: "/steps", told: "the order of the steps changes", before, after, isApproved }];
}

const orderIn = (steps: Steps, others: Steps): string[] => [...steps.keys()].filter((key) => others.has(key));

function removed(step: Step, isApproved: boolean): Difference[] {
  const told = `${called(step)} is removed`;
  return [{ rule: "terms", pointer: "/steps", told, before: step, after: undefined, isApproved, step }];
}

/** A new step is one change. It has not begun, so what the engine writes must still be blank. */
function added({ after, approved, pointer, name }: Omit<Versions<Step>, "before">): Difference[] {
  const { result: _, ...unwritten } = after;
  const blank: Step = { ...unwritten, status: "pending", failCount: 0 };
  const isApproved = sameJson(approved, after);
  return [
    { rule: "terms", pointer, told: `${name} is added`, before: undefined, after, isApproved },
    ...changedFields(STEP_RULES, { before: blank, after, approved, pointer, name }),
  ];
}

const changedStep = (all: Versions<Step>): Difference[] =>
  changedFields(STEP_RULES, all).map((change) => ({ ...change, step: all.before }));

const called = (step: Step): string => `step \`${step.id}\``;
