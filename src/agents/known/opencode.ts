import { opencodeReader } from "../headless/opencode-reader.ts";
import type { KnownAgent } from "./known-agent.ts";

export const opencode: KnownAgent = {
  name: "opencode",
  title: "opencode",
  keys: ["OPENCODE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"],
  logins: [".local/share/opencode/auth.json"],
  logIn: "`opencode auth login`, or set the key of your model's provider",
  reaches: ["opencode.ai:443", "api.anthropic.com:443", "api.openai.com:443", "generativelanguage.googleapis.com:443"],
  endpoint: "OPENCODE_ENDPOINT",
  passed: [],
  env: {
    OPENCODE_PURE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  },
  settings: ({ model, endpoint }) => [
    { at: ".config/opencode/opencode.json", text: `${JSON.stringify(configOf(model, endpoint), null, 2)}\n` },
  ],
  leftovers: [".opencode"],
  acp: {
    program: "opencode",
    argv: () => ["acp"],
    install: "npm install --global opencode-ai",
    meta: {},
    modes: { plan: "plan", act: "build", option: "mode" },
  },
  headless: {
    program: "opencode",
    argv: (_settings, mode) => [
      ...["run", "--format", "json", "--title", "step"],
      ...(mode === "plan" ? ["--agent", "plan"] : []),
    ],
    install: "npm install --global opencode-ai",
    reader: opencodeReader,
  },
};

const configOf = (model: string | null, endpoint: string | null): object => ({
  permission: { edit: "ask", bash: "ask" },
  experimental: { continue_loop_on_deny: true },
  ...(endpoint === null
    ? model !== null && { model }
    : {
        model: `endpoint/${model ?? "default"}`,
        provider: {
          endpoint: {
            npm: "@ai-sdk/openai-compatible",
            name: "endpoint",
            options: { baseURL: endpoint },
            models: { [model ?? "default"]: {} },
          },
        },
      }),
});
