import { opencodeReader } from "../headless/readers/opencode-reader.ts";
import type { AgentSettings, HomeFile, KnownAgent } from "./known-agent.ts";

export const opencode: KnownAgent = {
  name: "opencode",
  title: "opencode",
  keys: ["OPENCODE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"],
  logins: [".local/share/opencode/auth.json"],
  logIn: "`opencode auth login`, or set the key of your model's provider",
  reaches: ["opencode.ai:443", "api.anthropic.com:443", "api.openai.com:443", "generativelanguage.googleapis.com:443"],
  endpoint: "OPENCODE_ENDPOINT",
  endpointKeys: ["OPENCODE_API_KEY"],
  passed: [],
  env: {
    OPENCODE_PURE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_PROJECT_CONFIG: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  },
  settings: (settings, key) => [
    { at: ".config/opencode/opencode.json", text: `${JSON.stringify(configOf(settings, key), null, 2)}\n` },
    ...NOTHING_TO_INSTALL,
  ],
  keeps: [".local/share/opencode/opencode.db", ".local/share/opencode/storage/"],
  leftovers: [".opencode"],
  acp: {
    remembers: "session/resume",
    tellsLastOnly: true,
    program: "opencode",
    oldest: "1.18.33",
    argv: () => ["acp"],
    install: "npm install --global opencode-ai",
    meta: () => ({}),
    modes: { plan: [{ option: "mode", value: "plan" }], act: [{ option: "mode", value: "build" }] },
  },
  headless: {
    program: "opencode",
    oldest: "1.18.33",
    remembers: "flag",
    argv: (_settings, mode, session) => [
      // A title of its own would cost a request. `--auto` says yes to what its settings would ask about.
      ...["run", "--format", "json", "--title", "step", "--auto"],
      ...(mode === "plan" ? ["--agent", "plan"] : []),
      ...(session === null ? [] : ["--session", session]),
    ],
    install: "npm install --global opencode-ai",
    reader: opencodeReader,
  },
};

/** Otherwise it asks npm for its plugin library first, in each new HOME, and waits until that fails. */
const NOTHING_TO_INSTALL: readonly HomeFile[] = [
  { at: ".config/opencode/node_modules/.package-lock.json", text: "{}\n" },
  {
    at: ".config/opencode/package-lock.json",
    text: `${JSON.stringify({ packages: { "": { dependencies: { "@opencode-ai/plugin": "*" } } } })}\n`,
  },
];

const configOf = ({ model, endpoint }: AgentSettings, key: string | null): object => ({
  permission: { edit: "ask", bash: "ask" },
  // Nobody reads it, and it would cost a request.
  agent: { title: { disable: true } },
  experimental: { continue_loop_on_deny: true },
  ...(endpoint === null
    ? model !== null && { model }
    : {
        model: `endpoint/${model ?? "default"}`,
        provider: {
          endpoint: {
            npm: "@ai-sdk/openai-compatible",
            name: "endpoint",
            options: { baseURL: endpoint, ...(key !== null && { apiKey: `{env:${key}}` }) },
            models: { [model ?? "default"]: {} },
          },
        },
      }),
});
