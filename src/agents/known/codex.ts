import { codexReader } from "../headless/readers/codex-reader.ts";
import type { AgentSettings, KnownAgent } from "./known-agent.ts";

export const codex: KnownAgent = {
  name: "codex",
  title: "Codex",
  keys: ["CODEX_API_KEY", "OPENAI_API_KEY"],
  keyName: "CODEX_API_KEY",
  logins: [".codex/auth.json"],
  logIn: "`codex login`, or set OPENAI_API_KEY",
  // Not auth.openai.com: a copy of the log-in that renews itself there makes the person's own worthless.
  reaches: ["api.openai.com:443", "chatgpt.com:443"],
  endpoint: "OPENAI_BASE_URL",
  passed: [],
  env: {
    // Over the protocol it does not look for a key by itself.
    DEFAULT_AUTH_REQUEST: JSON.stringify({ methodId: "api-key" }),
    NO_BROWSER: "1",
    // Else it asks its model, after its answer, what a person might write next; that is paid for, and no answer tells of it.
    CODEX_ACP_PROMPT_SUGGESTIONS: "false",
  },
  settings: (settings, key, cwd) => [{ at: ".codex/config.toml", text: configOf(settings, key, cwd) }],
  keeps: [".codex/sessions/"],
  leftovers: [".codex", ".agents"],
  acp: {
    remembers: "session/resume",
    program: "codex-acp",
    oldest: "2.6.0",
    argv: () => [],
    install: "npm install --global @agentclientprotocol/codex-acp",
    meta: () => ({}),
    failure: {
      understood: { jetbrains: { air: { version: 1, capabilities: ["sessionFailure"] } } },
      at: ["jetbrains", "air", "sessionFailure"],
    },
    // Its other modes run every command in a sandbox of its own, which cannot be had inside ours: it could not even read.
    modes: {
      plan: [{ mode: "agent-full-access" }, { option: "collaboration_mode", value: "plan" }],
      act: [{ mode: "agent-full-access" }],
    },
  },
  headless: {
    program: "codex",
    oldest: "0.166.0",
    // In both modes: its own sandbox cannot run inside ours, and without it no command would, not even to read a file.
    remembers: "flag",
    tellsWhole: true,
    argv: (_settings, _mode, session) => [
      ...["exec", "--json", "--skip-git-repo-check", "--sandbox", "danger-full-access"],
      ...(session === null ? [] : ["resume", session]),
      "-",
    ],
    install: "npm install --global @openai/codex",
    reader: codexReader,
  },
};

const configOf = ({ model, endpoint }: AgentSettings, key: string | null, cwd: string): string =>
  [
    ...(model === null ? [] : [`model = ${JSON.stringify(model)}`]),
    ...(endpoint === null ? [] : ['model_provider = "endpoint"']),
    // A shell that reads /etc/profile forgets the PATH that it is given.
    "allow_login_shell = false",
    "analytics.enabled = false",
    'otel.metrics_exporter = "none"',
    "features.apps = false",
    "features.plugins = false",
    // Whoever waits for it is to hear that the network is gone.
    "features.unbounded_connection_retries = false",
    ...(endpoint === null
      ? []
      : [
          "[model_providers.endpoint]",
          'name = "endpoint"',
          `base_url = ${JSON.stringify(endpoint)}`,
          ...(key === null ? ["requires_openai_auth = true"] : ['env_key = "CODEX_API_KEY"']),
          'wire_api = "responses"',
        ]),
    // Otherwise it starts programs that the repository's own configuration names, before anybody asks for them.
    `[projects.${JSON.stringify(cwd)}]`,
    'trust_level = "untrusted"',
    "",
  ].join("\n");
