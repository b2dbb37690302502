import type { Expansion, PlanChange, Review, Triage } from "../ports/judge.ts";
import { answerIn } from "./answer-in.ts";
import { isOfPersons } from "./of-persons.ts";

/** `oversteps`: it wants what only a person may change. */
export type Reading<T> = { ok: true; value: T } | { ok: false; why: string; oversteps: boolean };

/** What a planner has answered, read strictly: whatever is not asked for is no answer. */
export const readTriage = (text: string): Reading<Triage> => read(text, triageOf);
export const readReview = (text: string): Reading<Review> => read(text, reviewOf);
export const readExpansion = (text: string): Reading<Expansion> => read(text, expansionOf);

type Fields = Record<string, unknown>;

/** Throws `NoAnswer` for whatever is not asked for. */
function read<T>(text: string, of: (fields: Fields) => T): Reading<T> {
  try {
    const found = answerIn(text);
    return found.ok ? { ok: true, value: of(found.value as Fields) } : { ...found, oversteps: false };
  } catch (error) {
    if (error instanceof NoAnswer) return { ok: false, why: error.message, oversteps: error.oversteps };
    throw error;
  }
}

class NoAnswer extends Error {
  readonly oversteps: boolean;
  constructor(why: string, oversteps = false) {
    super(why);
    this.oversteps = oversteps;
  }
}

function triageOf(fields: Fields): Triage {
  const all = only(fields, ["class", "told", "how", "decision", "pending"]);
  const { class: as } = all;
  if (as !== 1 && as !== 2 && as !== 3) throw new NoAnswer("`class` is 1, 2 or 3");
  const triage: Triage = { class: as, told: words(all, "told"), how: wordsOrNull(all, "how"), ...changeIn(all) };
  // Whoever blames the architecture and leaves it as it is would only have the attempts counted anew.
  if (as === 2 && triage.decision === null) throw new NoAnswer("class 2 adds a decision, and there is none");
  return triage;
}

function reviewOf(fields: Fields): Review {
  const all = only(fields, ["told", "result", "decision", "pending"]);
  return { told: words(all, "told"), result: wordsOrNull(all, "result"), ...changeIn(all) };
}

function expansionOf(fields: Fields): Expansion {
  const { steps } = only(fields, ["steps"]);
  if (!Array.isArray(steps)) throw new NoAnswer("`steps` is a list");
  if (steps.length === 0) throw new NoAnswer("it stands for no step at all");
  if (steps.length > MOST_STEPS) throw new NoAnswer(`${steps.length} steps are more than anybody approves`);
  return steps.map((each: unknown) => {
    const step = only(each, ["title", "what", "how"], () => false);
    return { title: words(step, "title"), what: words(step, "what"), how: wordsOrNull(step, "how") };
  });
}

const MOST_STEPS = 200;

function changeIn(all: Fields): PlanChange {
  const { pending = [] } = all;
  if (!Array.isArray(pending)) throw new NoAnswer("`pending` is a list");
  return {
    decision: wordsOrNull(all, "decision"),
    pending: pending.map((each: unknown) => {
      const one = only(each, ["step", "how"]);
      return { step: words(one, "step"), how: words(one, "how") };
    }),
  };
}

function only(value: unknown, allowed: readonly string[], isTheirs = isOfPersons): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new NoAnswer("it is no JSON object");
  const strange = Object.keys(value).filter((key) => !allowed.includes(key));
  const taken = strange.find(isTheirs);
  if (taken !== undefined) throw new NoAnswer(`it wants to change \`${taken}\`, which only a person does`, true);
  if (strange.length > 0) throw new NoAnswer(`nobody asked for \`${strange[0]}\``);
  return value as Fields;
}

function words(all: Fields, key: string): string {
  const text = wordsOrNull(all, key);
  if (text === null) throw new NoAnswer(`\`${key}\` is missing`);
  return text;
}

function wordsOrNull(all: Fields, key: string): string | null {
  const value = all[key] ?? null;
  if (value === null) return null;
  if (typeof value !== "string" || value.trim() === "") throw new NoAnswer(`\`${key}\` is text`);
  return value.trim();
}
