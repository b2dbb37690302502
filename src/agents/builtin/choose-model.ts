import { bundledCatalogue, type Overrides, withOverrides } from "../../models/catalogue.ts";
import { openModel } from "../../models/open-model.ts";
import { providerNamed } from "../../models/providers.ts";
import type { Model } from "../../ports/model.ts";
import type { AgentPlace } from "../known/agent-place.ts";
import { type Tier, tierOf } from "./role-tier.ts";

/** What a person has decided: a model for everybody, where it is served, and what they know about models. */
export type BuiltinSettings = { model: string | null; endpoint: string | null; models: Overrides };

/** `letInBy` is the variable that holds the key; null where there is none, and none is needed. */
export type ChosenModel =
  | { ok: true; model: Model; letInBy: string | null }
  | { ok: false; cause: string; remedy: string };

type ModelPlace = Pick<AgentPlace, "person"> & { builtin: BuiltinSettings };

/** The model for a role. */
export const chooseModel = (spec: string, place: ModelPlace, role: string): ChosenModel =>
  modelOfTier(spec, place, tierOf(role));

/**
 * The model for all roles of a tier. `spec` is `provider/model`, `provider/strong` or another tier, or only a provider; where it says
 * nothing the person's policy does, and where that says nothing it is the first provider that there is a key for.
 */
export function modelOfTier(spec: string, { person, builtin }: ModelPlace, tier: Tier): ChosenModel {
  const wanted = spec || builtin.model;
  const named = wanted ?? PROVIDERS.find((name) => keysFor(name).some((key) => person.variable(key) !== null));
  if (named === undefined) {
    const remedy = `set ${keysToSet().join(", ")}, or name a model: ${EXAMPLE}`;
    return { ok: false, cause: "the built-in agent has no model", remedy };
  }
  const ref = named.includes("/") ? named : `${named}/${tier}`;
  const { endpoint, keys } = providerNamed(providerIn(ref));
  const variables = Object.fromEntries([endpoint, ...keys].map((name) => [name, person.variable(name) ?? undefined]));
  const opened = openModel(ref, {
    variables,
    ...(builtin.endpoint !== null && { endpoint: builtin.endpoint }),
    catalogue: withOverrides(bundledCatalogue, builtin.models),
  });
  return opened.ok ? { ...opened, letInBy: keys.find((key) => person.variable(key) !== null) ?? null } : opened;
}

/** The variables that let a model in: those of its provider, or of every provider where none is named. */
export function keysOfModel(spec: string, { model }: Pick<BuiltinSettings, "model">): readonly string[] {
  const named = spec || model;
  return named === null ? PROVIDERS.flatMap(keysFor) : keysFor(providerIn(named));
}

/** The variables of which one is enough, the usual one of each provider. */
export const keysToSet = (): string[] => PROVIDERS.flatMap((name) => keysFor(name).slice(0, 1));

const providerIn = (ref: string): string => ref.split("/")[0] ?? "";

const keysFor = (provider: string): readonly string[] => providerNamed(provider).keys;

/** In the order in which their keys are looked for. */
const PROVIDERS = ["anthropic", "openai", "google"];

const EXAMPLE = "`--agent builtin:ollama/qwen3-coder`, or `agents: { builtin: { model: … } }` in policy.yaml";
