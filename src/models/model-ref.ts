import { nearest } from "../std/nearest.ts";
import { visibleText } from "../std/visible-text.ts";
import { knownProviders } from "./providers.ts";

/** `provider/name`. The name may have slashes of its own. */
export type ModelRef = { provider: string; name: string };

export type Refusal = { ok: false; cause: string; remedy: string };

/** `known` are models that could have been meant. Whether its provider can be reached is not decided here. */
export function readModelRef(text: string, known: Iterable<string> = []): { ok: true; ref: ModelRef } | Refusal {
  const slash = text.indexOf("/");
  const [provider, name] = slash < 0 ? ["", text] : [text.slice(0, slash), text.slice(slash + 1)];
  if (text.length > LONGEST || !NAME.test(name) || (slash >= 0 && !PROVIDER.test(provider))) {
    const shown = visibleText(text.slice(0, 60));
    return { ok: false, cause: `\`${shown}\` is not the name of a model`, remedy: FORM };
  }
  if (slash < 0) return { ok: false, cause: `\`${name}\` does not say who serves it`, remedy: whoServes(name, known) };
  return { ok: true, ref: { provider, name } };
}

export const printModelRef = ({ provider, name }: ModelRef): string => `${provider}/${name}`;

/** A provider without an address: mistyped, or one that only the person knows. */
export function unknownProvider({ provider, name }: ModelRef, endpoint: string): Refusal {
  const meant = nearest(provider, knownProviders);
  const policy = `\`agents: { builtin: { model: ${provider}/${name}, endpoint: ADDRESS } }\` in policy.yaml of Planwright's home`;
  const remedy = `give its address: ${policy}, or in ${endpoint}; known are ${knownProviders.join(", ")}`;
  return {
    ok: false,
    cause: `\`${provider}\` is not a known provider, and has no address`,
    remedy: meant === null ? remedy : `did you mean \`${meant}/${name}\`? Otherwise ${remedy}`,
  };
}

function whoServes(name: string, known: Iterable<string>): string {
  const refs = [...known];
  const same = refs.filter((ref) => ref.slice(ref.indexOf("/") + 1) === name);
  if (same.length > 0) return `write \`${same[0]}\``;
  return nearest(name, knownProviders) === null ? FORM : `\`${name}\` is a provider; name one of its models too`;
}

const FORM = "write `provider/name`, such as `anthropic/claude-sonnet-5` or `ollama/qwen3-coder`";
const PROVIDER = /^[a-z\d][a-z\d-]*$/;
/** No spaces, and nothing that would mean something else in an address or lead to another one. */
const NAME = /^(?!(?:.*\/)?\.{1,2}(?:\/|$))[\w.:@+-][\w.:@+/-]*$/;
const LONGEST = 200;
