/** What a repository without a configuration has, and what its own names are added to. */

export const AGENTS: readonly string[] = ["claude-code", "codex", "opencode", "gemini", "builtin"];

/** Tokens that the models in use today take in at least. */
export const CONTEXT_WINDOW = 200_000;
