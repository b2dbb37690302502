import type { Usage } from "../../ports/agent.ts";

/** The sum of what a session has spent, a line for each model and way of counting. */
export type Tally = { add(usage: Usage): void; sum(): Usage[]; requests(): number };

export function tally(): Tally {
  const lines = new Map<string, Usage>();
  let requests = 0;
  return {
    add(usage) {
      requests += 1;
      const key = `${usage.source} ${usage.usd === undefined} ${usage.model}`;
      const before = lines.get(key);
      lines.set(key, before === undefined ? usage : plus(before, usage));
    },
    sum: () => [...lines.values()],
    requests: () => requests,
  };
}

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
