import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Price } from "../ports/model.ts";
import type { Usage } from "../record/run-event.ts";
import type { Estimator } from "./estimate.ts";
import { type Tokens, usdOf } from "./price.ts";
import type { Heard } from "./read-stream.ts";

/**
 * What one request has used: as its end says; or, without an end, as far as it was told on the way; or else as a guess,
 * which is marked as one. The guesses learn from what is reported.
 */
export function usageOf(
  heard: Heard,
  requestBytes: number,
  estimate: Estimator,
  { ref, price }: { ref: string; price: Price | null },
): Usage {
  const counted = fromEnd(heard.finish?.usage);
  if (counted !== null) {
    estimate.learn(requestBytes, counted.input + counted.cachedRead + counted.cachedWrite);
    return priced(counted, "wire", ref, price);
  }
  // What was said was paid for, though nobody has counted it.
  const said = estimate.tokensOf(heard.bytes);
  // An end that makes no sense was no better on the way.
  const raw = heard.finish?.usage.inputTokens.total === undefined ? heard.raw : null;
  if (raw !== null && raw.output >= said) return priced(raw, "wire", ref, price);
  if (raw !== null) return priced({ ...raw, output: said }, "unknown", ref, price);
  const guessed = { input: estimate.tokensOf(requestBytes), cachedRead: 0, cachedWrite: 0, output: said };
  return priced(guessed, "unknown", ref, price);
}

function fromEnd(usage: LanguageModelV4Usage | undefined): Tokens | null {
  const { total, noCache, cacheRead = 0, cacheWrite = 0 } = usage?.inputTokens ?? {};
  const output = usage?.outputTokens.total;
  if (total === undefined || output === undefined) return null;
  const input = noCache ?? Math.max(0, total - cacheRead - cacheWrite);
  // Somebody between may report anything; below nothing it would give back what was spent.
  const isCount = (count: number): boolean => Number.isFinite(count) && count >= 0;
  if (![input, cacheRead, cacheWrite, output].every(isCount)) return null;
  return { input, cachedRead: cacheRead, cachedWrite: cacheWrite, output };
}

function priced(tokens: Tokens, source: Usage["source"], model: string, price: Price | null): Usage {
  const usd = usdOf(tokens, price);
  return { model, ...tokens, ...(usd !== null && { usd }), source };
}
