import type { ToolCall } from "../ports/model.ts";
import type { Used } from "./tools/tool.ts";

/**
 * Sees when a model no longer gets anywhere: it does the same with the same result again and again, says nothing, is cut
 * off each time, or goes on for ever.
 */
export type Patience = {
  /** Before a request; a sentence when there must not be another. */
  asks(): string | null;
  /** After a tool was used: what the model should be told about it; null for nothing. */
  used(call: ToolCall, used: Used, changes: boolean): string | null;
  /** It said nothing at all, or was cut off; a sentence when that was once too often. */
  stumbles(how: Stumble): string | null;
  /** Why it is over by now; null while it is not. */
  isOver(): string | null;
};

export type Stumble = "said nothing" | "was cut off";

export function patience(): Patience {
  let requests = 0;
  let stumbled = 0;
  let over: string | null = null;
  const seen = new Map<string, number>();
  return {
    asks() {
      requests += 1;
      return requests > MOST_REQUESTS ? `it was not finished after ${MOST_REQUESTS} requests` : null;
    },
    used({ name, input }, { state, text }, changes) {
      if (state === "done") stumbled = 0;
      if (changes && state === "done") seen.clear();
      const key = JSON.stringify([name, input, state, text]);
      const times = (seen.get(key) ?? 0) + 1;
      seen.set(key, times);
      if (times >= MOST_REPEATS) over ??= `it went round in circles: ${times} times \`${name}\` with the same result`;
      return times < TOLD_FROM ? null : `(The same as before, for the ${times}th time. Do something else.)`;
    },
    stumbles(how) {
      stumbled += 1;
      return stumbled > MOST_STUMBLES ? `it ${how} ${stumbled} times in a row` : null;
    },
    isOver: () => over,
  };
}

const MOST_REQUESTS = 250;
const TOLD_FROM = 4;
const MOST_REPEATS = 10;
const MOST_STUMBLES = 3;
