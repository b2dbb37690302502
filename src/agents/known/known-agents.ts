import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { gemini } from "./gemini.ts";
import type { KnownAgent } from "./known-agent.ts";
import { opencode } from "./opencode.ts";

export const KNOWN_AGENTS: readonly KnownAgent[] = [claudeCode, codex, opencode, gemini];
