import type { Usage } from "../../record/run-event.ts";

/** One entry for each model, source, and whether it has a price: what is known of one part holds for no other. */
export function summed(all: readonly Usage[]): Usage[] {
  return [...sumsBy(all, ({ model, source, usd }) => JSON.stringify([model, source, usd !== undefined])).values()];
}

/** What the sums at the end of a session tell besides the requests that were told one by one. */
export function notToldBefore(sums: readonly Usage[], told: readonly Usage[]): Usage[] {
  const before = sumsBy(told, ({ model }) => model);
  return sums.flatMap((sum) => {
    const known = before.get(sum.model);
    if (known === undefined) return [sum];
    // Several sums of one model share what was told of it.
    before.set(sum.model, less(known, sum));
    const rest = less(sum, known);
    return COUNTS.some((name) => rest[name] > 0) ? [rest] : [];
  });
}

const COUNTS = ["input", "cachedRead", "cachedWrite", "output"] as const;

function sumsBy(all: readonly Usage[], keyOf: (usage: Usage) => string): Map<string, Usage> {
  const sums = new Map<string, Usage>();
  for (const each of all) {
    const before = sums.get(keyOf(each));
    sums.set(keyOf(each), before ? plus(before, each) : each);
  }
  return sums;
}

function plus(a: Usage, b: Usage): Usage {
  const sum = { ...a };
  for (const name of COUNTS) sum[name] += b[name];
  if (b.usd !== undefined) sum.usd = (a.usd ?? 0) + b.usd;
  return sum;
}

function less(a: Usage, b: Usage): Usage {
  const rest = { ...a };
  for (const name of COUNTS) rest[name] = Math.max(0, a[name] - b[name]);
  if (a.usd !== undefined) rest.usd = Math.max(0, a.usd - (b.usd ?? 0));
  return rest;
}
