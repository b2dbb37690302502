import { keysOfModel, modelOfTier } from "../../builtin/choose-model.ts";
import { bundledCatalogue } from "../../models/catalogue.ts";
import type { Tier } from "../../roles/roles.ts";
import { agentPlace } from "../agents/agent-place.ts";
import type { Machine } from "./agent-found.ts";

export type TierModel = { tier: Tier; model: string };

/**
 * The built-in agent, with the model that each tier of roles would get. `letInBy` is the variable that holds the key; null
 * where none is needed. `catalogue` is the day from which models and prices are known.
 */
export type FoundBuiltin = { catalogue: string } & (
  | { ok: true; models: TierModel[]; letInBy: string | null }
  | { ok: false; cause: string; remedy: string }
);

/** Null where there is neither a key nor a model that the person has named. No model is asked anything. */
export async function findBuiltin({ policy, top }: Machine): Promise<FoundBuiltin | null> {
  const machine = { policy, top, from: top };
  const keys = keysOfModel("", await agentPlace([], machine));
  const place = await agentPlace(keys, machine);
  if (place.builtin.model === null && keys.every((key) => place.person.variable(key) === null)) return null;

  const catalogue = bundledCatalogue.date;
  const models: TierModel[] = [];
  let letInBy: string | null = null;
  for (const tier of TIERS) {
    const chosen = modelOfTier("", place, tier);
    if (!chosen.ok) return { ...chosen, catalogue };
    models.push({ tier, model: chosen.model.ref });
    letInBy = chosen.letInBy;
  }
  return { ok: true, models, letInBy, catalogue };
}

const TIERS: readonly Tier[] = ["strong", "balanced", "fast"];
