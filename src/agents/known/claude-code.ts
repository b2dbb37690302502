import { claudeReader } from "../headless/claude-reader.ts";
import type { KnownAgent } from "./known-agent.ts";

export const claudeCode: KnownAgent = {
  name: "claude-code",
  title: "Claude Code",
  keys: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"],
  logins: [".claude/.credentials.json"],
  logIn: "start `claude` and type /login, or set ANTHROPIC_API_KEY",
  reaches: ["api.anthropic.com:443"],
  endpoint: "ANTHROPIC_BASE_URL",
  passed: ["ANTHROPIC_MODEL", "ANTHROPIC_SMALL_FAST_MODEL"],
  env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" },
  settings: () => [{ at: ".claude.json", text: `${JSON.stringify({ hasCompletedOnboarding: true })}\n` }],
  leftovers: [".claude"],
  acp: {
    program: "claude-agent-acp",
    argv: () => [],
    install: "npm install --global @agentclientprotocol/claude-agent-acp",
    // Without it the adapter offers a mode that skips all questions, and does not start for root.
    meta: { claudeCode: { options: { allowDangerouslySkipPermissions: false } } },
    modes: { plan: "plan", act: "default", option: null },
  },
  headless: {
    program: "claude",
    argv: ({ model }, mode) => [
      ...["-p", "--output-format", "stream-json", "--verbose"],
      ...["--permission-mode", mode === "plan" ? "plan" : "acceptEdits"],
      ...["--tools", "Read,Write,Edit,Bash", "--allowedTools", "Bash"],
      ...["--setting-sources", "", "--strict-mcp-config"],
      ...(model === null ? [] : ["--model", model]),
    ],
    install: "npm install --global @anthropic-ai/claude-code",
    reader: claudeReader,
  },
};
