import { expect, test } from "vitest";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { gemini } from "./gemini.ts";
import type { AgentSettings, KnownAgent } from "./known-agent.ts";
import { KNOWN_AGENTS } from "./known-agents.ts";
import { opencode } from "./opencode.ts";

const NOTHING: AgentSettings = { model: null, endpoint: null };
const HERE: AgentSettings = { model: "large", endpoint: "http://127.0.0.1:8788/v1" };

test.each(KNOWN_AGENTS.map((agent) => [agent.name, agent] as const))("%s says whom it reaches", (_, { reaches }) => {
  expect(reaches.filter((place) => !/^[\w.-]+:\d+$/.test(place))).toEqual([]);
  expect(reaches).not.toEqual([]);
});

test("codex finds the endpoint and the key that it is let in by", () => {
  expect(settingsText(codex, HERE, "OPENAI_API_KEY")).toMatchInlineSnapshot(`
    "model = "large"
    model_provider = "endpoint"
    allow_login_shell = false
    analytics.enabled = false
    otel.metrics_exporter = "none"
    features.apps = false
    features.plugins = false
    features.unbounded_connection_retries = false
    [model_providers.endpoint]
    name = "endpoint"
    base_url = "http://127.0.0.1:8788/v1"
    env_key = "CODEX_API_KEY"
    wire_api = "responses"
    [projects."/work"]
    trust_level = "untrusted"
    "
  `);
});

test("codex keeps to its log-in where no key lets it in, and to its own model", () => {
  expect(settingsText(codex, { ...HERE, model: null }, null)).toContain("requires_openai_auth = true\n");
  expect(settingsText(codex, NOTHING, null)).toMatchInlineSnapshot(`
    "allow_login_shell = false
    analytics.enabled = false
    otel.metrics_exporter = "none"
    features.apps = false
    features.plugins = false
    features.unbounded_connection_retries = false
    [projects."/work"]
    trust_level = "untrusted"
    "
  `);
});

test("gemini is told which way it is let in", () => {
  expect(selectedType("GEMINI_API_KEY")).toBe("gemini-api-key");
  expect(selectedType(null)).toBe("oauth-personal");
});

test("opencode finds the endpoint, and the key only by its name", () => {
  expect(JSON.parse(settingsText(opencode, HERE, "OPENAI_API_KEY"))).toMatchObject({
    model: "endpoint/large",
    provider: {
      endpoint: {
        options: { baseURL: "http://127.0.0.1:8788/v1", apiKey: "{env:OPENAI_API_KEY}" },
        models: { large: {} },
      },
    },
  });
  expect(JSON.parse(settingsText(opencode, { ...NOTHING, model: "anthropic/large" }, null))).toMatchObject({
    model: "anthropic/large",
  });
});

test.each(KNOWN_AGENTS)(
  "nothing that lets $name in, and none of its settings, lies in what is kept of its HOME",
  (agent) => {
    const written = [...agent.logins, ...agent.settings(HERE, "KEY", "/tree").map(({ at }) => at)];
    expect(agent.keeps).not.toEqual([]);
    for (const kept of agent.keeps) {
      expect(written.filter((path) => path === kept || path.startsWith(kept) || kept.startsWith(`${path}/`))).toEqual(
        [],
      );
    }
  },
);

test("claude-code may write only where it acts, and asks nobody", () => {
  const reading = "--permission-mode plan --tools Read,Glob,Grep --allowedTools Read,Glob,Grep ";
  expect(claudeCode.headless.argv(NOTHING, "plan", null).join(" ")).toContain(reading);
  const acting = "--permission-mode acceptEdits --tools Read,Write,Edit,Bash --allowedTools Read,Write,Edit,Bash ";
  expect(claudeCode.headless.argv(HERE, "act", null).join(" ")).toContain(acting);
  expect(claudeCode.headless.argv(HERE, "act", null).slice(-2)).toEqual(["--model", "large"]);
});

const settingsText = (agent: KnownAgent, settings: AgentSettings, key: string | null): string =>
  agent.settings(settings, key, "/work")[0]?.text ?? "";

const selectedType = (key: string | null): unknown =>
  JSON.parse(settingsText(gemini, NOTHING, key)).security.auth.selectedType;
