import { parseBudget } from "./budget.ts";
import type { Budget } from "./model.ts";

/** What a person allows besides what the plan says. */
export type Grant = Budget | "no-limit";

export type GrantReading = { ok: true; grant: Grant } | { ok: false; message: string };

/** Reads `50k tokens`, `$2, 10 minutes` as a budget is written, or `none` for no limit at all. */
export function parseGrant(text: string): GrantReading {
  if (/^(?:none|no limit|unlimited)$/i.test(text.trim())) return { ok: true, grant: "no-limit" };
  const read = parseBudget(text.trim().replace(/^\+\s*/, ""));
  return read.ok ? { ok: true, grant: read.budget } : { ok: false, message: read.message };
}

export function addGrants(one: Grant | undefined, other: Grant): Grant {
  if (one === "no-limit" || other === "no-limit") return "no-limit";
  return one === undefined ? other : sum({ ...other, ...one }, [one, other]);
}

/** The limits that hold by now. What had none from the beginning has none, whatever was granted. */
export function limitsWith(budget: Budget | undefined, grant: Grant | undefined): Budget {
  if (budget === undefined || grant === "no-limit") return {};
  return sum(budget, [budget, grant ?? {}]);
}

/** For every amount that `of` has, what all of them have of it. */
function sum(of: Budget, all: readonly Budget[]): Budget {
  const result: Budget = {};
  for (const name of AMOUNTS) {
    if (of[name] === undefined) continue;
    result[name] = all.reduce((total, budget) => total + (budget[name] ?? 0), 0);
  }
  return result;
}

export const AMOUNTS = ["tokens", "usd", "wallClock"] as const satisfies readonly (keyof Budget)[];
