import type { MachinePolicy } from "../../config/policy.ts";
import type { RunWorld } from "../../engine/state/run-world.ts";
import { bundledCatalogue, type Catalogue, factsOf, withOverrides } from "../../models/catalogue.ts";
import { usdOf } from "../../models/price.ts";
import type { Price } from "../../ports/model.ts";

/** What the use of a model costs, by the person's own word or the catalogue's. */
export function pricesBy({ models }: Pick<MachinePolicy, "models">): RunWorld["usdOf"] {
  const catalogue = withOverrides(bundledCatalogue, Object.fromEntries(models));
  return ({ model, ...tokens }) => {
    const isKnown = tokens.input + tokens.cachedRead + tokens.cachedWrite + tokens.output > 0;
    // Nothing that is known of a session is not a session that costs nothing.
    return isKnown || tokens.source !== "unknown" ? usdOf(tokens, priceOf(catalogue, model)) : null;
  };
}

/** Some agents name a model without its provider; that is enough where all who serve it want the same. */
function priceOf(catalogue: Catalogue, model: string): Price | null {
  const named = factsOf(catalogue, model).price;
  if (named !== null || model.includes("/")) return named;
  const served = Object.keys(catalogue.models).filter((ref) => ref.slice(ref.indexOf("/") + 1) === model);
  const [price = null, ...others] = served.map((ref) => factsOf(catalogue, ref).price);
  return others.every((other) => JSON.stringify(other) === JSON.stringify(price)) ? price : null;
}
