import type { ModelFacts, Price } from "../ports/model.ts";
import bundled from "./catalogue.json" with { type: "json" };

/** What is known about models: by `provider/name`, at a date, from a source. */
export type Catalogue = {
  date: string;
  source: string;
  models: Readonly<Record<string, ModelFacts>>;
  /** Which model of a provider is meant by a tier. */
  tiers: Readonly<Record<string, Readonly<Record<Tier, string>>>>;
};

export type Tier = "strong" | "balanced" | "fast";

/** The person's own word, by `provider/name`. What is left out stays as it is known. */
export type Overrides = Readonly<
  Record<string, Partial<Omit<ModelFacts, "price">> & { price?: Partial<Price> | null }>
>;

export const bundledCatalogue: Catalogue = bundled;

export function withOverrides(catalogue: Catalogue, overrides: Overrides): Catalogue {
  const changed = Object.entries(overrides).map(([ref, { price, ...facts }]): [string, ModelFacts] => {
    const known = factsOf(catalogue, ref);
    return [ref, { ...known, ...facts, price: price === undefined ? known.price : priceWith(known.price, price) }];
  });
  return { ...catalogue, models: { ...catalogue.models, ...Object.fromEntries(changed) } };
}

/** A model that nobody knows is taken for an ordinary one, except for its price. */
export const factsOf = ({ models }: Catalogue, ref: string): ModelFacts =>
  own(models, ref) ?? own(models, ref.replace(/^openai-chat\//, "openai/")) ?? UNKNOWN;

export function modelOfTier({ tiers }: Catalogue, provider: string, tier: Tier): string | null {
  return own(tiers, provider === "openai-chat" ? "openai" : provider)?.[tier] ?? null;
}

export const isTier = (word: string): word is Tier => word === "strong" || word === "balanced" || word === "fast";

const UNKNOWN: ModelFacts = { window: 128_000, mostOutput: 16_384, takesTemperature: true, price: null };

/** Nobody's price is known by halves: without both ends it is unknown. What is cached costs as much as what is not. */
function priceWith(known: Price | null, said: Partial<Price> | null): Price | null {
  const { input, output } = { ...known, ...said };
  if (said === null || input === undefined || output === undefined) return null;
  return { cachedRead: input, cachedWrite: input, ...known, ...said, input, output };
}

/** Names come from people; `constructor` is none that is known. */
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
