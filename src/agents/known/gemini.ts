import { geminiReader } from "../headless/gemini-reader.ts";
import type { KnownAgent } from "./known-agent.ts";

export const gemini: KnownAgent = {
  name: "gemini",
  title: "Gemini CLI",
  keys: ["GEMINI_API_KEY"],
  logins: [".gemini/oauth_creds.json"],
  logIn: "start `gemini` and log in, or set GEMINI_API_KEY",
  reaches: ["generativelanguage.googleapis.com:443", "cloudcode-pa.googleapis.com:443", "oauth2.googleapis.com:443"],
  endpoint: "GOOGLE_GEMINI_BASE_URL",
  passed: ["GEMINI_MODEL"],
  env: {},
  settings: () => [{ at: ".gemini/settings.json", text: `${JSON.stringify(SETTINGS)}\n` }],
  leftovers: [".gemini"],
  acp: {
    program: "gemini",
    argv: ({ model }) => ["--acp", "--skip-trust", "-m", model ?? DEFAULT_MODEL],
    install: "npm install --global @google/gemini-cli",
    meta: {},
    modes: { plan: "plan", act: "default", option: null },
  },
  headless: {
    program: "gemini",
    argv: ({ model }, mode) => [
      ...["--output-format", "stream-json", "--skip-trust", "-m", model ?? DEFAULT_MODEL],
      ...["--approval-mode", mode === "plan" ? "plan" : "yolo"],
    ],
    install: "npm install --global @google/gemini-cli",
    reader: geminiReader,
  },
};

/** Left to itself it asks a model first which model to ask. */
const DEFAULT_MODEL = "gemini-2.5-pro";

const SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" } },
  privacy: { usageStatisticsEnabled: false },
  general: { disableAutoUpdate: true },
};
