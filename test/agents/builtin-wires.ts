import type { Variables } from "./a-person-with-agents.ts";
import { COMPATIBLE_AT } from "./model/openai-compatible.ts";

/** The formats in which the built-in agent talks to models: one of each that takes a temperature, and what lets it in. */
export type BuiltinWire = { wire: string; spec: string; variables: Variables };

export const BUILTIN_WIRES: readonly BuiltinWire[] = [
  {
    wire: "anthropic messages",
    spec: "builtin:anthropic/claude-sonnet-4-5",
    variables: (port, key) => ({ ANTHROPIC_BASE_URL: at(port), ANTHROPIC_API_KEY: key }),
  },
  {
    wire: "openai responses",
    spec: "builtin:openai/gpt-4.1",
    variables: (port, key) => ({ OPENAI_BASE_URL: at(port, "/v1"), OPENAI_API_KEY: key }),
  },
  {
    wire: "openai chat completions",
    spec: "builtin:openai-chat/gpt-4.1",
    variables: (port, key) => ({ OPENAI_BASE_URL: at(port, "/v1"), OPENAI_API_KEY: key }),
  },
  {
    wire: "gemini generateContent",
    spec: "builtin:google/gemini-2.5-flash",
    variables: (port, key) => ({ GOOGLE_GEMINI_BASE_URL: at(port), GEMINI_API_KEY: key }),
  },
  {
    wire: "openai compatible",
    spec: "builtin:ollama/qwen3-coder",
    variables: (port, key) => ({ OLLAMA_BASE_URL: at(port, COMPATIBLE_AT), OLLAMA_API_KEY: key }),
  },
];

export const wireNamed = (name: string): BuiltinWire => {
  const found = BUILTIN_WIRES.find(({ wire }) => wire.startsWith(name));
  if (!found) throw new Error(`no wire ${name}`);
  return found;
};

const at = (port: number, path = ""): string => `http://127.0.0.1:${port}${path}`;
