/** How requests and answers are written. */
export type Wire = "anthropic" | "openai-responses" | "openai-chat" | "google" | "openai-compatible";

/** Whoever serves models, by the name that stands before the slash. */
export type Provider = {
  name: string;
  title: string;
  wire: Wire;
  /** The variables that may hold its key; the first that does counts. */
  keys: readonly string[];
  needsKey: boolean;
  /** The variable that names another address than its own. */
  endpoint: string;
  /** Null where only the person knows it. */
  address: string | null;
  /** What the path of its address ends with, although people and other programs leave it out. */
  version: string | null;
};

const TABLE: readonly Provider[] = [
  {
    name: "anthropic",
    title: "Anthropic",
    wire: "anthropic",
    keys: ["ANTHROPIC_API_KEY"],
    needsKey: true,
    endpoint: "ANTHROPIC_BASE_URL",
    address: "https://api.anthropic.com/v1",
    version: "/v1",
  },
  openai("openai", "openai-responses"),
  openai("openai-chat", "openai-chat"),
  {
    name: "google",
    title: "Google",
    wire: "google",
    keys: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"],
    needsKey: true,
    endpoint: "GOOGLE_GEMINI_BASE_URL",
    address: "https://generativelanguage.googleapis.com/v1beta",
    version: "/v1beta",
  },
  compatible("ollama", "Ollama", "http://localhost:11434/v1"),
  compatible("vllm", "vLLM", "http://localhost:8000/v1"),
];

export const knownProviders: readonly string[] = TABLE.map(({ name }) => name);

/** A provider that is not known speaks like OpenAI, at an address that the person gives. */
export const providerNamed = (name: string): Provider =>
  TABLE.find((each) => each.name === name) ?? compatible(name, `\`${name}\``, null);

/** Whether two names mean one company, in two formats: what lets one of them in lets the other in. */
export const haveSameKeys = (one: string, other: string): boolean =>
  providerNamed(one).keys.join() === providerNamed(other).keys.join();

/** An address with the version in its path, whether or not it was written down. */
export function versioned(address: string, { version }: Provider): string {
  const bare = address.replace(/\/{1,9}$/, "");
  return version === null || /\/v\d\w{0,9}$/.test(bare) ? bare : `${bare}${version}`;
}

/** Two formats, one company: everything else is the same. */
function openai(name: string, wire: Wire): Provider {
  return {
    name,
    title: "OpenAI",
    wire,
    keys: ["OPENAI_API_KEY"],
    needsKey: true,
    endpoint: "OPENAI_BASE_URL",
    address: "https://api.openai.com/v1",
    // Addresses for OpenAI's own clients are given as they are; some of them have no version.
    version: null,
  };
}

function compatible(name: string, title: string, address: string | null): Provider {
  const prefix = name.toUpperCase().replaceAll("-", "_");
  return {
    name,
    title,
    wire: "openai-compatible",
    keys: [`${prefix}_API_KEY`],
    needsKey: false,
    endpoint: `${prefix}_BASE_URL`,
    address,
    version: null,
  };
}
