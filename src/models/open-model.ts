import type { Model } from "../ports/model.ts";
import { faultOfAddress } from "../std/web-address.ts";
import { askerOf } from "./ask.ts";
import { type Catalogue, factsOf, isTier, modelOfTier } from "./catalogue.ts";
import { printModelRef, type Refusal, readModelRef, unknownProvider } from "./model-ref.ts";
import { type Provider, providerNamed, versioned } from "./providers.ts";

export type OpenSettings = {
  /** The environment, or what was chosen of it. */
  variables: Readonly<Record<string, string | undefined>>;
  /** Where the model is served, if neither at its provider's address nor where a variable says. */
  endpoint?: string;
  catalogue: Catalogue;
};

/** Nothing is asked yet. `provider/strong` and the other tiers stand for a model of the catalogue. */
export function openModel(text: string, settings: OpenSettings): { ok: true; model: Model } | Refusal {
  const { catalogue } = settings;
  const read = readModelRef(text, Object.keys(catalogue.models));
  if (!read.ok) return read;
  const provider = providerNamed(read.ref.provider);
  const chosen = isTier(read.ref.name) ? modelOfTier(catalogue, provider.name, read.ref.name) : read.ref.name;
  if (chosen === null) return noTier(provider, read.ref.name);
  const ref = { provider: provider.name, name: chosen };

  const address = addressOf(provider, settings);
  if (address === null) return unknownProvider(ref, provider.endpoint);
  const fault = faultOfAddress(address.text);
  if (fault !== null) return { ok: false, cause: `${address.from} ${fault}`, remedy: `correct ${address.from}` };
  const key = keyOf(provider, settings);
  if (!key.ok) return key;

  const printed = printModelRef(ref);
  const facts = factsOf(catalogue, printed);
  const place = { provider, name: chosen, address: versioned(address.text, provider), key: key.key };
  return { ok: true, model: { ref: printed, facts, ask: askerOf({ ref: printed, place, facts }) } };
}

function noTier({ name, title }: Provider, tier: string): Refusal {
  return {
    ok: false,
    cause: `no model of ${title} is known as \`${tier}\``,
    remedy: `name the model itself: \`${name}/…\``,
  };
}

function addressOf(
  { title, endpoint, address }: Provider,
  settings: OpenSettings,
): { text: string; from: string } | null {
  if (settings.endpoint !== undefined) return { text: settings.endpoint, from: `the address of ${title}` };
  const named = settings.variables[endpoint]?.trim();
  if (named) return { text: named, from: endpoint };
  return address === null ? null : { text: address, from: title };
}

function keyOf(provider: Provider, { variables }: OpenSettings): { ok: true; key: string | null } | Refusal {
  const { title, keys, needsKey } = provider;
  const held = keys.find((name) => variables[name]?.trim());
  if (held === undefined) {
    if (!needsKey) return { ok: true, key: null };
    return { ok: false, cause: `there is no key for ${title}`, remedy: `set ${keys.join(" or ")}` };
  }
  const key = variables[held]?.trim() ?? "";
  if (/^[!-~]+$/.test(key)) return { ok: true, key };
  return {
    ok: false,
    cause: `${held} holds more than a key: a space, or a sign that no key has`,
    remedy: `set ${held} again`,
  };
}
