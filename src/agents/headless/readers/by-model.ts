import type { Usage } from "../../../ports/agent.ts";

/** One row for each model. */
export function byModel(rows: readonly Usage[]): Usage[] {
  const sums = new Map<string, Usage>();
  for (const row of rows) {
    const sum = sums.get(row.model);
    sums.set(row.model, sum === undefined ? row : added(sum, row));
  }
  return [...sums.values()];
}

/** What some of it costs says nothing about all of it. */
const added = ({ usd, ...a }: Usage, b: Usage): Usage => ({
  ...a,
  input: a.input + b.input,
  cachedRead: a.cachedRead + b.cachedRead,
  cachedWrite: a.cachedWrite + b.cachedWrite,
  output: a.output + b.output,
  ...(usd !== undefined && b.usd !== undefined && { usd: usd + b.usd }),
});
