import { codexReader } from "../headless/codex-reader.ts";
import type { KnownAgent } from "./known-agent.ts";

export const codex: KnownAgent = {
  name: "codex",
  title: "Codex",
  keys: ["OPENAI_API_KEY", "CODEX_API_KEY"],
  logins: [".codex/auth.json"],
  logIn: "`codex login`, or set OPENAI_API_KEY",
  reaches: ["api.openai.com:443", "chatgpt.com:443", "auth.openai.com:443"],
  endpoint: "OPENAI_BASE_URL",
  passed: [],
  env: {},
  settings: ({ model, endpoint }) => [{ at: ".codex/config.toml", text: configOf(model, endpoint) }],
  leftovers: [".codex", ".agents"],
  acp: {
    program: "codex-acp",
    argv: () => [],
    install: "npm install --global @agentclientprotocol/codex-acp",
    meta: {},
    modes: { plan: "read-only", act: "full", option: null },
  },
  headless: {
    program: "codex",
    argv: (_settings, mode) => [
      ...["exec", "--json", "--skip-git-repo-check"],
      ...["--sandbox", mode === "plan" ? "read-only" : "danger-full-access", "-"],
    ],
    install: "npm install --global @openai/codex",
    reader: codexReader,
  },
};

/** Its own sandbox cannot run inside ours, and is not needed there. */
const configOf = (model: string | null, endpoint: string | null): string =>
  [
    ...(model === null ? [] : [`model = ${JSON.stringify(model)}`]),
    ...(endpoint === null ? [] : ['model_provider = "endpoint"']),
    "analytics.enabled = false",
    'otel.metrics_exporter = "none"',
    "features.plugins = false",
    ...(endpoint === null
      ? []
      : [
          "[model_providers.endpoint]",
          'name = "endpoint"',
          `base_url = ${JSON.stringify(endpoint)}`,
          'env_key = "OPENAI_API_KEY"',
          'wire_api = "responses"',
        ]),
    "",
  ].join("\n");
