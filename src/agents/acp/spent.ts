import type { Usage } from "../../ports/agent.ts";
import { countOf, fieldsOf, type Loose, listOf, textOf } from "../json-rpc/loose.ts";

/**
 * What an agent says that its turn has cost, at best model by model. Input never includes what came from a cache: the
 * protocol counts each token once.
 */
export function spentIn(promptResponse: unknown, model: string): Usage[] {
  const { usage, _meta } = fieldsOf(promptResponse);
  const { token_count, model_usage } = fieldsOf(fieldsOf(_meta).quota);
  const rows = listOf(model_usage)
    .map(fieldsOf)
    .map((row) => usageOf(textOf(row.model) ?? model, row.token_count));
  const all = rows.length > 0 ? rows : [usageOf(model, usage ?? token_count)];
  return all.filter(({ input, cachedRead, cachedWrite, output }) => input + cachedRead + cachedWrite + output > 0);
}

/** What an agent says that its whole session costs, at the first model: it does not say which of them cost how much. */
export const withCost = ([first, ...others]: readonly Usage[], usd: number | null): Usage[] => {
  if (first === undefined) return [];
  return usd === null ? [first, ...others] : [{ ...first, usd }, ...others.map((row) => ({ ...row, usd: 0 }))];
};

/** Of a turn about which nothing is told: at least what one request had in it, if that is known. */
export const atLeast = (model: string, tokens: number): Usage => ({
  ...{ model, input: tokens, cachedRead: 0, cachedWrite: 0, output: 0 },
  source: "unknown",
});

function usageOf(model: string, count: unknown): Usage {
  const fields = fieldsOf(count);
  const first = (...names: string[]): number => countOf(fields[names.find((name) => isCounted(fields, name)) ?? ""]);
  return {
    model,
    input: first("inputTokens", "input_tokens"),
    cachedRead: first("cachedReadTokens", "cachedInputTokens", "cached_input_tokens"),
    cachedWrite: first("cachedWriteTokens", "cacheWriteInputTokens"),
    output: first("outputTokens", "output_tokens"),
    source: "reported",
  };
}

const isCounted = (fields: Loose, name: string): boolean => typeof fields[name] === "number";
