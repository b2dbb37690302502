import { delimiter, join, resolve } from "node:path";
import type { KnownAgentName } from "../../src/agents/known/known-agent.ts";

export const AGENTS: readonly KnownAgentName[] = ["claude-code", "codex", "opencode", "gemini"];

/** What a person has in their environment who uses that agent with the model server at a port, and what its key is. */
export function agentVariables(agent: KnownAgentName, port: number, key: string): Record<string, string> {
  const at = `http://127.0.0.1:${port}`;
  switch (agent) {
    case "claude-code":
      return { ANTHROPIC_BASE_URL: at, ANTHROPIC_API_KEY: key };
    case "codex":
      return { OPENAI_BASE_URL: `${at}/v1`, OPENAI_API_KEY: key };
    case "opencode":
      return { OPENCODE_ENDPOINT: `${at}/v1`, OPENCODE_API_KEY: key };
    case "gemini":
      return { GOOGLE_GEMINI_BASE_URL: at, GEMINI_API_KEY: key };
  }
}

/** The built-in agent is tried elsewhere, without any of these. */
export const NO_BUILTIN = { model: null, endpoint: null, mcp: new Map(), models: {}, isCutOff: false } as const;

/** Where the agents are installed, with the Node that they need before them. */
export const AGENT_PATH = [
  resolve("node_modules/.bin"),
  join(import.meta.dirname, "node_modules/.bin"),
  ...["/usr/local/bin", "/usr/bin", "/bin"],
].join(delimiter);
