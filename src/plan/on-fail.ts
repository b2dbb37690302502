import type { OnFail } from "./model.ts";

/** What a step does that names no policy. */
export const DEFAULT_ON_FAIL: OnFail = { retries: 2, exhausted: "escalate" };

// White space is made single before these read: with `\s*` beside `\s*` a long gap would take them minutes.
const POLICY = /^(?:retry ?\( ?(\d{1,3}) ?\)(?: ?, ?then (escalate|abort))?|(escalate|abort))$/i;
/** What people write instead, clear enough to be rewritten for them. */
const NEAR = /^retry ?[:=x×(]? ?(\d{1,3}) ?\)?(?: ?(?:times|x))? ?(?:(?:,|;|and|then|->|→) ?)*(escalate|abort)?$/i;

/** `retry(N)`, `escalate`, `abort`, or `retry(N), then escalate|abort`. A bare `retry(N)` ends with a person. */
export function parseOnFail(text: string): OnFail | null {
  const match = POLICY.exec(singleSpaced(text));
  if (!match) return null;
  const [, retries, then, alone] = match;
  return {
    retries: Number(retries ?? 0),
    exhausted: (then ?? alone ?? "escalate").toLowerCase() === "abort" ? "abort" : "escalate",
  };
}

/** The text `parseOnFail` reads back as this policy. */
export const formatOnFail = ({ retries, exhausted }: OnFail): string =>
  retries === 0 ? exhausted : `retry(${retries}), then ${exhausted}`;

/** The policy a slip most likely meant, spelt correctly; null when that would be a guess. */
export function correctOnFail(text: string): string | null {
  const match = NEAR.exec(singleSpaced(text));
  if (!match) return null;
  const [, retries, then] = match;
  return then ? `retry(${Number(retries)}), then ${then.toLowerCase()}` : `retry(${Number(retries)})`;
}

const singleSpaced = (text: string): string => text.trim().replace(/\s+/g, " ");
