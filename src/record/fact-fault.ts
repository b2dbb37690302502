import type { RunFact } from "./run-event.ts";

/**
 * What keeps a value from being a fact, in words; null where nothing does. It looks at each field of the fact and not
 * inside them: every step reads the journal, and whole plans lie in it.
 */
export function factFault(value: { readonly type: string; readonly [field: string]: unknown }): string | null {
  if (!Object.hasOwn(SHAPES, value.type)) return `nothing known happens as \`${value.type}\``;
  const shape: Readonly<Record<string, string>> = SHAPES[value.type as RunFact["type"]];
  for (const name in shape) {
    const kind = shape[name] ?? "";
    if (!isOfKind(value[name], kind)) return `\`${name}\` of \`${value.type}\` is not ${kind}`;
  }
  const isUntold = value.type === "revised" && value.commit !== null && value.kept === undefined;
  return isUntold ? "`revised` has a commit and does not say which steps are `kept`" : null;
}

function isOfKind(value: unknown, kind: string): boolean {
  if (value === undefined) return kind.endsWith(", if any");
  if (value === null) return kind.includes("or null");
  if (Array.isArray(value)) return kind.startsWith("list");
  return kind.startsWith(NAMES[typeof value] ?? "?");
}

const NAMES: Readonly<Record<string, string>> = { string: "text", number: "number", boolean: "flag", object: "object" };

/** The fields of each fact; what stands here is what the type says, or it does not compile. */
type Shapes = {
  readonly [Type in RunFact["type"]]: {
    readonly [Name in Exclude<Names<Fact<Type>>, "type">]: KindOf<Fact<Type>, Name>;
  };
};
type Fact<Type extends RunFact["type"]> = Extract<RunFact, { type: Type }>;
type Names<F> = F extends unknown ? keyof F & string : never;
type KindOf<
  F,
  Name extends string,
> = `${Plain<NonNullable<ValueOf<F, Name>>>}${null extends ValueOf<F, Name> ? " or null" : ""}${true extends IsOptional<F, Name> ? ", if any" : ""}`;
type ValueOf<F, Name> = F extends unknown ? (Name extends keyof F ? F[Name] : never) : never;
type IsOptional<F, Name> = F extends unknown
  ? Name extends keyof F
    ? Record<never, never> extends Pick<F, Name>
      ? true
      : false
    : true
  : never;
type Plain<V> = [V] extends [string]
  ? "text"
  : [V] extends [number]
    ? "number"
    : [V] extends [boolean]
      ? "flag"
      : [V] extends [readonly unknown[]]
        ? "list"
        : "object";

const OF_ATTEMPT = { step: "text", attempt: "number", leg: "number" } as const;
const OF_JUDGEMENT = { step: "text", by: "text", usage: "list", milliseconds: "number" } as const;

const SHAPES: Shapes = {
  opened: {
    ...{ by: "text", via: "text", hash: "text", mode: "text", agent: "text", commit: "text", rebuilt: "flag" },
  },
  hosted: { host: "text", process: "number", machine: "text" },
  released: { host: "text", why: "text" },
  prepared: { told: "text", milliseconds: "number" },
  "attempt-started": { ...OF_ATTEMPT, phase: "text", round: "number", agent: "text", base: "text" },
  "host-refused": { ...OF_ATTEMPT, host: "text" },
  "worker-ended": {
    ...{ ...OF_ATTEMPT, reason: "text", text: "text", milliseconds: "number", tree: "text", usage: "list" },
    resume: "text, if any",
  },
  "attempt-passed": { ...OF_ATTEMPT, outcome: "text", contracts: "list", warnings: "list", isReviewed: "flag" },
  "attempt-failed": { ...OF_ATTEMPT, reason: "text", told: "text", contracts: "list", kept: "text or null" },
  "attempt-held": {
    ...{ ...OF_ATTEMPT, over: "text", told: "text", contracts: "list", places: "list" },
    ...{ kept: "text or null", usage: "list, if any" },
  },
  "attempt-interrupted": { ...OF_ATTEMPT, why: "text", kept: "text or null", usage: "list, if any" },
  "branch-followed": { to: "text" },
  "planner-asked": { step: "text", about: "text", by: "text", key: "text" },
  triaged: { ...OF_JUDGEMENT, class: "number", told: "text", change: "object or null", oversteps: "flag, if any" },
  reviewed: { ...OF_JUDGEMENT, told: "text", result: "text or null", change: "object or null" },
  "proposal-refused": {
    ...{ step: "text", about: "text", by: "text", told: "text", isUnheard: "flag, if any" },
    ...{ oversteps: "flag, if any", usage: "list, if any", milliseconds: "number, if any" },
  },
  expanded: { ...OF_JUDGEMENT, revision: "object", told: "list" },
  revised: {
    ...{ step: "text or null", by: "text", told: "list", edits: "list", revision: "object" },
    ...{ commit: "text or null", budgets: "list, if any", kept: "list, if any" },
  },
  asked: { step: "text or null", question: "object" },
  answered: { step: "text or null", question: "text", value: "text", note: "text", by: "text" },
  "step-accepted": {
    ...{ step: "text", attempt: "number", dev: "text", accepted: "text", receipt: "text", result: "text" },
    ...{ outcome: "text or null", byEye: "text or null" },
  },
  "skip-asked": { step: "text", by: "text", note: "text" },
  "step-skipped": { step: "text", by: "text", note: "text", commit: "text" },
  "step-undone": { steps: "list", by: "text", to: "text", kept: "text" },
  "step-retried": { step: "text", by: "text", note: "text" },
  paused: { by: "text", now: "flag" },
  resumed: { by: "text" },
  cancelled: { by: "text" },
  completed: { commit: "text", outcomes: "list" },
  failed: { step: "text or null", told: "text", commit: "text or null" },
  noted: { step: "text or null", told: "text" },
};
