import { claudeReader } from "../headless/readers/claude-reader.ts";
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
  // Left to itself it tries ten times and for minutes, also with a key that is refused.
  env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_MAX_RETRIES: "5" },
  settings: () => [{ at: ".claude.json", text: `${JSON.stringify({ hasCompletedOnboarding: true })}\n` }],
  keeps: [".claude/projects/"],
  leftovers: [".claude"],
  acp: {
    remembers: "session/resume",
    program: "claude-agent-acp",
    oldest: "0.99.1",
    argv: () => [],
    install: "npm install --global @agentclientprotocol/claude-agent-acp",
    meta: ({ model }) => ({ claudeCode: { options: { ...OPTIONS, ...(model !== null && { model }) } } }),
    modes: { plan: [{ mode: "plan" }], act: [{ mode: "default" }] },
  },
  headless: {
    program: "claude",
    oldest: "2.1.325",
    remembers: "flag",
    argv: ({ model }, mode, session) => [
      ...["-p", "--output-format", "stream-json", "--verbose"],
      ...["--permission-mode", mode === "plan" ? "plan" : "acceptEdits"],
      ...["--tools", TOOLS[mode], "--allowedTools", TOOLS[mode]],
      ...["--setting-sources", "", "--strict-mcp-config"],
      ...(model === null ? [] : ["--model", model]),
      // As another session: under the same name it would tell what both have cost together, or not, as it happens.
      ...(session === null ? [] : ["--resume", session, "--fork-session"]),
    ],
    install: "npm install --global @anthropic-ai/claude-code",
    reader: claudeReader,
  },
};

const OPTIONS = {
  // With it the adapter offers a mode that skips all questions, and does not start for root.
  allowDangerouslySkipPermissions: false,
  settingSources: [],
  promptSuggestions: false,
  tools: ["Read", "Write", "Edit", "Bash"],
};

/**
 * As few as will do, since each is sent along with every request. Unless they are allowed it refuses what lies outside of
 * its folder; to skip its questions altogether is refused to root.
 */
const TOOLS = { plan: "Read,Glob,Grep", act: "Read,Write,Edit,Bash" };
