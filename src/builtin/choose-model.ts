import type { AgentPlace } from "../agents/known/agent-place.ts";
import { bundledCatalogue, type Overrides, withOverrides } from "../models/catalogue.ts";
import { openModel } from "../models/open-model.ts";
import { haveSameKeys, providerNamed } from "../models/providers.ts";
import type { Model } from "../ports/model.ts";
import { roleNamed, type Tier } from "../roles/roles.ts";

/** What a person has decided: a model for everybody, where its provider is, and what they know about models. */
export type BuiltinSettings = { model: string | null; endpoint: string | null; models: Overrides };

/** `letInBy` is the variable that holds the key; null where there is none, and none is needed. */
export type ChosenModel =
  | { ok: true; model: Model; letInBy: string | null }
  | { ok: false; cause: string; remedy: string };

type ModelPlace = Pick<AgentPlace, "person"> & { builtin: BuiltinSettings };

/** The model for a role. */
export const chooseModel = (spec: string, place: ModelPlace, role: string): ChosenModel =>
  modelOfTier(spec, place, roleNamed(role).tier);

/**
 * The model for all roles of a tier. `spec` is `provider/model`, `provider/strong` or another tier, or only a provider; where it says
 * nothing the person's policy does, and where that says nothing it is the first provider that there is a key for.
 */
export function modelOfTier(spec: string, place: ModelPlace, tier: Tier): ChosenModel {
  const { person, builtin } = place;
  const isLetIn = (provider: string): boolean => keysFor(provider, place).some((key) => person.variable(key) !== null);
  const named = (spec || builtin.model) ?? PROVIDERS.find(isLetIn);
  if (named === undefined) {
    const remedy = `set ${keysToSet().join(", ")}, or name a model: ${EXAMPLE}`;
    return { ok: false, cause: "the built-in agent has no model", remedy };
  }
  const ref = named.includes("/") ? named : `${named}/${tier}`;
  const provider = providerIn(ref);
  const keys = keysFor(provider, place);
  const names = [providerNamed(provider).endpoint, ...keys];
  const endpoint = endpointFor(provider, builtin);
  const opened = openModel(ref, {
    variables: Object.fromEntries(names.map((name) => [name, person.variable(name) ?? undefined])),
    ...(endpoint !== null && { endpoint }),
    catalogue: withOverrides(bundledCatalogue, builtin.models),
  });
  return opened.ok ? { ...opened, letInBy: keys.find((key) => person.variable(key) !== null) ?? null } : opened;
}

/** The variables that let a model in: those of its provider, or of every provider where none is named. */
export function keysOfModel(spec: string, place: ModelPlace): readonly string[] {
  const named = spec || place.builtin.model;
  const providers = named === null ? PROVIDERS : [providerIn(named)];
  return providers.flatMap((provider) => keysFor(provider, place));
}

/** The variables of which one is enough, the usual one of each provider. */
export const keysToSet = (): string[] => PROVIDERS.flatMap((name) => providerNamed(name).keys.slice(0, 1));

const providerIn = (ref: string): string => ref.split("/")[0] ?? "";

/**
 * A repository may name any provider, and so any variable. One that is not known has keys only where the person has said
 * where it is.
 */
function keysFor(provider: string, { person, builtin }: ModelPlace): readonly string[] {
  const { address, endpoint, keys } = providerNamed(provider);
  return (address ?? endpointFor(provider, builtin) ?? person.variable(endpoint)) === null ? [] : keys;
}

/** The person's address is that of the provider whose model they have named; no other provider's key goes there. */
const endpointFor = (provider: string, { model, endpoint }: BuiltinSettings): string | null =>
  model !== null && haveSameKeys(provider, providerIn(model)) ? endpoint : null;

/** In the order in which their keys are looked for. */
const PROVIDERS = ["anthropic", "openai", "google"];

const EXAMPLE = "`--agent builtin:ollama/qwen3-coder`, or `agents: { builtin: { model: … } }` in policy.yaml";
