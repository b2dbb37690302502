import type { ModelFailure } from "../ports/model.ts";
import { visibleText } from "../std/visible-text.ts";
import { comeBackIn } from "./come-back-in.ts";
import type { Place } from "./connect.ts";
import { type NetworkFault, networkFaultOf } from "./network-fault.ts";
import { TooMuchSaid } from "./tapped-fetch.ts";

/** Why there is no answer, and whether asking again could help. */
export type Trouble = {
  failure: ModelFailure;
  /** A sentence that a person can act on. The key never stands in it. */
  why: string;
  isWorthAnother: boolean;
  /** What the provider asks for, in milliseconds. */
  comeBackIn: number | null;
  /** It would have answered without a temperature. */
  isOverTemperature: boolean;
};

/** Names what a provider's package has thrown, or a stream has told. */
export function troubleOf(error: unknown, place: Place): Trouble {
  if (isTooMuch(error))
    return trouble("malformed", `${place.provider.title} sends an answer without an end: it was cut off`);
  const refusal = refusalIn(error);
  if (refusal !== null) return refused(refusal, place);
  const fault = networkFaultOf(error);
  if (fault !== null) return unreached(fault, place);
  const words = wordsOf(error instanceof Error ? error.message : String(error), place);
  return trouble("malformed", `${place.provider.title} answers in a way that cannot be read${words}`, {
    isWorthAnother: true,
  });
}

/** A stream that ended before its answer did. */
export const brokenOff = ({ provider }: Place): Trouble =>
  trouble("truncated", `the answer of ${provider.title} broke off`, { isWorthAnother: true });

function trouble(failure: ModelFailure, why: string, more: Partial<Trouble> = {}): Trouble {
  return { failure, why, isWorthAnother: false, comeBackIn: null, isOverTemperature: false, ...more };
}

/** What was answered instead of an answer: with a status of its own, or in the middle of a stream. */
type Refusal = { status: number; message: string; body: string; headers: Record<string, string> };

function refusalIn(error: unknown): Refusal | null {
  if (typeof error !== "object" || error === null) return null;
  const { statusCode: status, message, responseBody, responseHeaders, data } = error as Record<string, unknown>;
  // A status below 400 stands on what was taken and then broke.
  if (typeof status !== "number" || status < 400) return null;
  return {
    status,
    message: typeof message === "string" ? message : "",
    body: typeof responseBody === "string" ? responseBody.slice(0, MOST_READ) : bodyOf(data),
    headers: (responseHeaders ?? {}) as Record<string, string>,
  };
}

function refused({ status, message, body, headers }: Refusal, place: Place): Trouble {
  const { title } = place.provider;
  const said = wordsOf(message || `status ${status}`, place);
  const all = `${message}\n${body}`;
  if (status === 413 || TOO_LONG.test(all))
    return trouble("too-long", `${title} says that this is too long for it${said}`);
  if (WRONG_KEY.test(all) || status === 401 || status === 403) return trouble("wrong-key", notLetIn(place, said));
  if (NO_CREDIT.test(all)) return trouble("no-credit", `${title} wants to be paid first${said}`);
  if (status === 404 || NO_MODEL.test(all)) return trouble("no-such-model", notThere(place, said));
  const later = { isWorthAnother: true, comeBackIn: comeBackIn(headers, body) };
  if (status === 429) return trouble("rate-limited", `${title} takes no more requests for now${said}`, later);
  if (OVERLOADED.has(status)) return trouble("overloaded", `${title} cannot answer at the moment${said}`, later);
  const isOverTemperature = status === 400 && /\btemperature\b/i.test(all);
  return trouble("refused", `${title} refuses the request${said}`, { isOverTemperature });
}

/** 500 and its like: nobody's fault here, and gone in a while. */
const OVERLOADED = new Set([408, 500, 502, 503, 504, 529]);

/** Anthropic, OpenAI, Google, vLLM, Ollama, llama.cpp and Mistral, in this order. */
const TOO_LONG =
  /prompt is too long|exceed context limit|request_too_large|context_length_exceeded|maximum context length|exceeds the context window|input token count.{0,40}exceeds|longer than the maximum model length|exceeds the (?:available )?context (?:length|size)|exceed_context_size|too large for model with/i;
const WRONG_KEY = /API_KEY_INVALID|API key not valid|invalid_api_key/;
const NO_CREDIT = /insufficient_quota|credit balance is too low|billing_hard_limit/;
const NO_MODEL = /model_not_found|not_found_error/;

function notLetIn({ provider, key }: Place, said: string): string {
  const names = provider.keys.join(" or ");
  return key === null
    ? `${provider.title} wants a key: set ${names}${said}`
    : `${provider.title} does not accept the key in ${names}${said}`;
}

function notThere({ provider, name, address }: Place, said: string): string {
  const remedy = provider.name === "ollama" ? `; try \`ollama pull ${name}\`` : "";
  return `${provider.title} has no model \`${name}\` at ${address}${said}${remedy}`;
}

function unreached({ told, isLasting }: NetworkFault, { provider, address }: Place): Trouble {
  const isWorthAnother = !isLasting;
  return trouble("unreachable", `${provider.title} cannot be reached at ${address}: ${told}`, { isWorthAnother });
}

/** The provider's own words, as one short line; some of them repeat a part of the key. */
function wordsOf(message: string, { key }: Place): string {
  const safe = key === null ? message : message.replaceAll(key, "…");
  const words = visibleText(
    safe
      .slice(0, MOST_READ)
      .replace(/\s+/g, " ")
      .replace(/\bsk-[\w*.-]+/g, "…"),
  ).trim();
  if (words === "") return "";
  return ` (${words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)}…` : words})`;
}

function isTooMuch(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof TooMuchSaid) return true;
  return false;
}

const bodyOf = (data: unknown): string => (data === undefined ? "" : JSON.stringify(data).slice(0, MOST_READ));

const MOST_READ = 10_000;
const LONGEST_WORDS = 300;
