/** What a change does to what the plan demands and permits, gravest first. */
export const EFFECTS = ["loosens", "changes", "tightens", "wording"] as const;
export type Effect = (typeof EFFECTS)[number];

export type Area =
  | "step"
  | "contract"
  | "protected-area"
  | "scope"
  | "budget"
  | "grants"
  | "policy"
  | "order"
  | "text"
  | "state";

/** What changed. A step is named by its ids in the two plans: one is absent when it was added or removed. */
export type Subject = { kind: "plan" } | { kind: "step"; before?: string; after?: string; title: string };

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** One difference between two plans, in words and as values; a side on which there is nothing is absent. */
export type Change = {
  effect: Effect;
  subject: Subject;
  area: Area;
  /** The change in words. About a step it goes on after the step's name: "its contract is removed". */
  told: string;
  before?: Json | undefined;
  after?: Json | undefined;
};

/** A change before it is known whose it is. */
export type Finding = Omit<Change, "subject">;

/** The gravest of all effects. */
export type Verdict = Effect | "same";

export const verdictOf = (changes: readonly Change[]): Verdict =>
  EFFECTS.find((effect) => changes.some((change) => change.effect === effect)) ?? "same";
