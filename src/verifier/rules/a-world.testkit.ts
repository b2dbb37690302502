import type { World } from "../../ports/world.ts";

/** A machine on which everything is there and nothing has run yet, unless the test says otherwise. */
export function aWorld(but: Partial<World> = {}): World {
  return {
    exists: () => true,
    sizeOf: () => 0,
    leadsOutside: () => false,
    mentions: () => true,
    which: (tool) => `/usr/bin/${tool}`,
    bashSyntax: () => null,
    roles: ["developer", "coder", "tester", "reviewer"],
    agents: ["builtin", "claude-code", "codex", "opencode", "gemini"],
    topics: [],
    contextWindow: () => 200_000,
    ...but,
  };
}
