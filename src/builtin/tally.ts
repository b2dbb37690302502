import type { Usage } from "../ports/agent.ts";

/** The sum of what a session has spent, a line for each model and way of counting; a line of nothing for no request. */
export type Tally = { add(usage: Usage): void; sum(): Usage[] };

export function tally(model: string): Tally {
  const lines = new Map<string, Usage>();
  return {
    add(usage) {
      const key = `${usage.source} ${usage.usd === undefined} ${usage.model}`;
      const before = lines.get(key);
      lines.set(key, before === undefined ? usage : plus(before, usage));
    },
    sum: () => (lines.size === 0 ? [nothingUsed(model)] : [...lines.values()]),
  };
}

/** Whoever counts each request knows that it made none. */
export const nothingUsed = (model: string): Usage => ({
  ...{ model, input: 0, cachedRead: 0, cachedWrite: 0, output: 0, usd: 0, source: "wire" },
});

function plus(one: Usage, other: Usage): Usage {
  const usd = one.usd === undefined || other.usd === undefined ? {} : { usd: one.usd + other.usd };
  return {
    ...one,
    input: one.input + other.input,
    cachedRead: one.cachedRead + other.cachedRead,
    cachedWrite: one.cachedWrite + other.cachedWrite,
    output: one.output + other.output,
    ...usd,
  };
}
