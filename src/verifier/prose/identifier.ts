import { patternFor } from "../../std/pattern-for.ts";
/** A name from code: `parts` are the words it is made of, and `name` is one spelling for `a.b`, `a::b()` and `a#b`. */
export type Identifier = { name: string; parts: readonly string[] };

/** The name that stands between backticks, alone or called: `TokenStore`, `TokenStore.get`, `get()`. */
export function nameIn(code: string): Identifier | null {
  if (code.length > LONGEST) return null;
  const match = NAME(code).exec(code);
  if (!match) return null;
  const parts = (match[1] ?? "").split(SEPARATOR);
  return hasFileEnding(code) ? null : { name: parts.join("."), parts };
}

/** Whether it must come from code: a plain word in backticks may be anything. */
export function isCodeLike(code: string, { parts }: Identifier): boolean {
  return code.endsWith(")") || parts.length > 1 || parts.some(hasHumps);
}

/** `maxRetries`, `TokenStore`, `max_retries`; not `Makefile`, and no brand such as `GitHub` needs backticks. */
export const hasHumps = (word: string): boolean => HUMPS(word).test(word);

const HUMPS = patternFor(
  /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]|[A-Za-z0-9]_[A-Za-z0-9]/,
  () => /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|[\p{L}\p{N}]_[\p{L}\p{N}]/u,
);

/** `LoginService.java` is a file, and no member of a class. */
export const hasFileEnding = (code: string): boolean =>
  code.includes(".") && FILE_ENDING.test(code.slice(code.lastIndexOf(".") + 1));

const LONGEST = 100;
const NAME = patternFor(
  /^((?:[A-Za-z_$][\w$]*(?:\.|::|#)){0,5}[A-Za-z_$][\w$]*)(?:\([^()]*\))?$/,
  () => /^((?:[\p{L}_$][\p{L}\p{N}_$]*(?:\.|::|#)){0,5}[\p{L}_$][\p{L}\p{N}_$]*)(?:\([^()]*\))?$/u,
);
const SEPARATOR = /\.|::|#/;
const FILE_ENDING =
  /^(?:[cm]?[jt]sx?|json[5c]?|py|pyi|ipynb|java|kts?|go|rs|rb|php|[ch]|cc|cpp|hpp|cs|fs|swift|scala|clj|exs?|lua|dart|vue|svelte|mdx?|rst|txt|adoc|ya?ml|toml|xml|html?|s?css|less|sql|sh|bash|zsh|ps1|bat|lock|log|env|cfg|conf|ini|properties|gradle|proto|graphql|tf|csv|tsv|svg|png|jpe?g|gif|ico|pdf|zip|gz|tar|wasm|snap|example|local|test|spec)$/i;
