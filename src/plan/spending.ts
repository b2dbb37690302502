import { AMOUNTS } from "./grant.ts";
import type { Budget } from "./model.ts";

/** What was spent. The clock is our own; what else an agent uses, only the agent can say. */
export type Spent = { tokens: Figure; usd: Figure; seconds: number };

/** Where `isWhole` is false there was more than is known, and nobody knows how much: never nothing. */
export type Figure = { known: number; isWhole: boolean };

export const NOTHING_SPENT: Spent = {
  tokens: { known: 0, isWhole: true },
  usd: { known: 0, isWhole: true },
  seconds: 0,
};

/** What somebody who said nothing has spent. */
export const UNKNOWN_SPENT: Spent = {
  tokens: { known: 0, isWhole: false },
  usd: { known: 0, isWhole: false },
  seconds: 0,
};

export const spentTogether = (all: Iterable<Spent>): Spent => [...all].reduce(added, NOTHING_SPENT);

export const added = (a: Spent, b: Spent): Spent => ({
  tokens: figures(a.tokens, b.tokens),
  usd: figures(a.usd, b.usd),
  seconds: a.seconds + b.seconds,
});

const figures = (a: Figure, b: Figure): Figure => ({ known: a.known + b.known, isWhole: a.isWhole && b.isWhole });

/** What the next step will take, and all that are left with it; an amount that nobody can guess is left out. */
export type Expected = { next: Budget; rest: Budget };

/**
 * What is missing before the next step can begin: enough that all which are left could be done. Null when what is left
 * is enough for the next one. Where nobody can say what a step takes, anything that is left is enough.
 */
export function shortage(limits: Budget, spent: Spent, { next, rest }: Expected): Budget | null {
  const missing: Budget = {};
  for (const name of AMOUNTS) {
    const limit = limits[name];
    if (limit === undefined) continue;
    const left = limit - knownOf(spent, name);
    if (left > 0 && left >= (next[name] ?? 0)) continue;
    missing[name] = roundedUp(name, Math.max(rest[name] ?? 0, next[name] ?? 0) - left);
  }
  return Object.keys(missing).length === 0 ? null : missing;
}

export function knownOf({ tokens, usd, seconds }: Spent, name: keyof Budget): number {
  return { tokens: tokens.known, usd: usd.known, wallClock: seconds }[name];
}

/** As people would ask for it, and never less than is needed nor nothing. */
function roundedUp(name: keyof Budget, amount: number): number {
  switch (name) {
    case "tokens": {
      const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, amount))) - 1);
      return Math.max(1, Math.ceil(amount / unit)) * unit;
    }
    case "usd":
      // What cannot be written in binary is no cent more.
      return Math.max(1, Math.ceil(amount * 100 - 1e-6)) / 100;
    case "wallClock": {
      const unit = amount < 120 ? 1 : amount < 7_200 ? 60 : 360;
      return Math.max(1, Math.ceil(amount / unit)) * unit;
    }
  }
}
