import type { Price } from "../ports/model.ts";

export type Tokens = { input: number; cachedRead: number; cachedWrite: number; output: number };

/** What it costs in US dollars; null where nobody knows the price, which is not the same as nothing. */
export function usdOf(tokens: Tokens, price: Price | null): number | null {
  if (price === null) return null;
  const millionths =
    tokens.input * price.input +
    tokens.cachedRead * price.cachedRead +
    tokens.cachedWrite * price.cachedWrite +
    tokens.output * price.output;
  return millionths / 1e6;
}
