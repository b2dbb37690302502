import type { AgentPerson } from "./equip-agent.ts";
import type { AgentSettings } from "./known-agent.ts";

/** Somebody without any keys or log-ins, unless told. */
export const aPerson = (
  variables: Record<string, string> = {},
  home = "/nonexistent",
  settings: Partial<AgentSettings> = {},
): AgentPerson => ({
  home,
  variable: (name) => variables[name] ?? null,
  settings: () => ({ model: null, endpoint: null, ...settings }),
});
