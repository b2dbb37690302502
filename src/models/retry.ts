import { setTimeout as sleep } from "node:timers/promises";
import type { ModelFailure } from "../ports/model.ts";
import type { Trouble } from "./failure-of.ts";

/** How often it was asked, and how long was waited between. */
export type Tried = { times: number; waited: number };

/** How long to wait before it is asked again, in milliseconds; null when it is not. */
export function pauseAfter(trouble: Trouble, { times, waited }: Tried, random = Math.random): number | null {
  if (!trouble.isWorthAnother || times >= (MOST_TRIES_AFTER[trouble.failure] ?? MOST_TRIES)) return null;
  const grown = Math.min(FIRST_PAUSE * 2 ** (times - 1), LONGEST_PAUSE);
  // Many that were turned away together do not come back together.
  const own = Math.round(grown * (0.5 + random() / 2));
  // "At once" is no advice: it would be the same refusal, five times in a row.
  const pause = trouble.comeBackIn || own;
  return waited + pause > MOST_WAITING ? null : pause;
}

/** Ends early, and quietly, with the signal. */
export async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {});
}

const MOST_TRIES = 5;
/** What cannot be read costs as much as what can, and is seldom better the next time. */
const MOST_TRIES_AFTER: Partial<Record<ModelFailure, number>> = { malformed: 2 };
const MOST_WAITING = 120_000;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
