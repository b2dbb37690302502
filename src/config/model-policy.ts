import { nearest } from "../std/nearest.ts";
import type { Reading } from "./agent-policy.ts";

/** What a person knows about a model, where the catalogue does not or is wrong. Prices are dollars for a million tokens. */
export type ModelPolicy = {
  window?: number;
  mostOutput?: number;
  takesTemperature?: boolean;
  price?: { input?: number; output?: number; cachedRead?: number; cachedWrite?: number };
};

/** Reads `models:` of a policy: facts by `provider/name`. The first thing that is wrong refuses all of it. */
export function readModels(value: unknown): Reading<ReadonlyMap<string, ModelPolicy>> {
  if (!isMap(value)) return refused(`\`models\` holds models by their names, such as ${EXAMPLE}`);
  const models = new Map<string, ModelPolicy>();
  for (const [name, settings] of Object.entries(value)) {
    if (!/^[a-z\d][a-z\d-]*\/\S+$/.test(name)) return refused(`\`models.${name}\`: a model is \`provider/name\``);
    if (!isMap(settings)) return refused(`\`models.${name}\` holds settings, such as ${EXAMPLE}`);
    const reading = readModel(name, settings);
    if (!reading.ok) return reading;
    models.set(name, reading.value);
  }
  return { ok: true, value: models };
}

const EXAMPLE = "`ollama/qwen3-coder: { window: 32768, price: { input: 0, output: 0 } }`";

function readModel(name: string, settings: Record<string, unknown>): Reading<ModelPolicy> {
  const unknown = unknownIn(settings, ["window", "most_output", "temperature", "price"]);
  if (unknown !== null) return refused(`\`models.${name}.${unknown}`);
  const { window, most_output: mostOutput, temperature, price } = settings;
  if (window !== undefined && !isTokens(window)) return refused(`\`models.${name}.window\` is a number of tokens`);
  if (mostOutput !== undefined && !isTokens(mostOutput)) {
    return refused(`\`models.${name}.most_output\` is a number of tokens`);
  }
  if (temperature !== undefined && typeof temperature !== "boolean") {
    return refused(`\`models.${name}.temperature\` is \`true\` or \`false\`: whether it takes one`);
  }
  const prices = readPrice(name, price);
  if (!prices.ok) return prices;
  return {
    ok: true,
    value: {
      ...(window !== undefined && { window }),
      ...(mostOutput !== undefined && { mostOutput }),
      ...(temperature !== undefined && { takesTemperature: temperature }),
      ...(prices.value !== undefined && { price: prices.value }),
    },
  };
}

function readPrice(name: string, price: unknown): Reading<ModelPolicy["price"]> {
  if (price === undefined) return { ok: true, value: undefined };
  if (!isMap(price)) return refused(`\`models.${name}.price\` holds dollars for a million tokens: input, output`);
  const unknown = unknownIn(price, Object.keys(PRICES));
  if (unknown !== null) return refused(`\`models.${name}.price.${unknown}`);
  const wrong = Object.entries(price).find(([, dollars]) => !isDollars(dollars));
  if (wrong) return refused(`\`models.${name}.price.${wrong[0]}\` is a number of dollars for a million tokens`);
  const named = Object.entries(price).map(([key, dollars]) => [PRICES[key], dollars]);
  return { ok: true, value: Object.fromEntries(named) };
}

const PRICES: Readonly<Record<string, string>> = {
  input: "input",
  output: "output",
  cached_read: "cachedRead",
  cached_write: "cachedWrite",
};

function unknownIn(settings: Record<string, unknown>, keys: readonly string[]): string | null {
  const unknown = Object.keys(settings).find((key) => !keys.includes(key));
  if (unknown === undefined) return null;
  const meant = nearest(unknown, keys);
  return `${unknown}\` is no setting; ${meant === null ? `there are ${keys.join(", ")}` : `write \`${meant}\``}`;
}

const isTokens = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const isDollars = (value: unknown): value is number => typeof value === "number" && value >= 0 && value < 1e6;

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const refused = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });
