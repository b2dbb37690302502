import { geminiReader } from "../headless/readers/gemini-reader.ts";
import type { KnownAgent } from "./known-agent.ts";

export const gemini: KnownAgent = {
  name: "gemini",
  title: "Gemini CLI",
  keys: ["GEMINI_API_KEY"],
  logins: [".gemini/oauth_creds.json"],
  logIn: "start `gemini` and log in, or set GEMINI_API_KEY",
  reaches: ["generativelanguage.googleapis.com:443", "cloudcode-pa.googleapis.com:443", "oauth2.googleapis.com:443"],
  endpoint: "GOOGLE_GEMINI_BASE_URL",
  passed: ["GEMINI_MODEL", "GOOGLE_CLOUD_PROJECT"],
  // It reads what is not set from the repository's `.env`, and would take its key to the address there.
  env: {
    GOOGLE_GEMINI_BASE_URL: "https://generativelanguage.googleapis.com",
    CODE_ASSIST_ENDPOINT: "https://cloudcode-pa.googleapis.com",
  },
  settings: (_settings, key) => [{ at: ".gemini/settings.json", text: `${JSON.stringify(configOf(key))}\n` }],
  keeps: [".gemini/tmp/", ".gemini/projects.json"],
  leftovers: [".gemini"],
  acp: {
    // It offers `session/load`, and then knows nothing.
    remembers: "text",
    program: "gemini",
    oldest: "0.61.0",
    argv: ({ model }) => ["--acp", "--skip-trust", "-m", model ?? DEFAULT_MODEL],
    install: "npm install --global @google/gemini-cli",
    meta: () => ({}),
    modes: { plan: [{ mode: "plan" }], act: [{ mode: "default" }] },
  },
  headless: {
    program: "gemini",
    oldest: "0.61.0",
    remembers: "flag",
    argv: ({ model }, mode, session) => [
      ...["--output-format", "stream-json", "--skip-trust", "-m", model ?? DEFAULT_MODEL],
      ...["--approval-mode", mode === "plan" ? "plan" : "yolo"],
      ...(session === null ? [] : ["--resume", session]),
    ],
    install: "npm install --global @google/gemini-cli",
    reader: geminiReader,
  },
};

/** Left to itself it asks a model first which model to ask. */
const DEFAULT_MODEL = "gemini-2.5-pro";

/** It does not look for what lets it in; it has to be told. */
const configOf = (key: string | null): object => ({
  security: { auth: { selectedType: key === null ? "oauth-personal" : "gemini-api-key" } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
});
