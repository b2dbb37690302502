import type { OnFail } from "./model.ts";

/** What a step does that names no policy (seed wording: `retry(2), then escalate`). */
export const DEFAULT_ON_FAIL: OnFail = { retries: 2, exhausted: "escalate" };

const POLICY = /^(?:retry\s*\(\s*(\d{1,3})\s*\)(?:\s*,\s*then\s+(escalate|abort))?|(escalate|abort))$/i;
/** What people write instead, clear enough to be rewritten for them. */
const NEAR =
  /^retry\s*[:=x×(]?\s*(\d{1,3})\s*\)?(?:\s*(?:times|x))?(?:\s*(?:,|;|and|then|->|→)\s*)*(escalate|abort)?$/i;

/** `retry(N)`, `escalate`, `abort`, or `retry(N), then escalate|abort`. A bare `retry(N)` ends with a person. */
export function parseOnFail(text: string): OnFail | null {
  const match = POLICY.exec(text.trim());
  if (!match) return null;
  const [, retries, then, alone] = match;
  return {
    retries: Number(retries ?? 0),
    exhausted: (then ?? alone ?? "escalate").toLowerCase() === "abort" ? "abort" : "escalate",
  };
}

/** The policy a slip most likely meant, spelt correctly; null when that would be a guess. */
export function correctOnFail(text: string): string | null {
  const match = NEAR.exec(text.trim());
  if (!match) return null;
  const [, retries, then] = match;
  return then ? `retry(${Number(retries)}), then ${then.toLowerCase()}` : `retry(${Number(retries)})`;
}
