import type { AgentPlace } from "../agents/choose-driver.ts";
import { personHome, searchFolders, variable } from "../config/environment.ts";

/** Where agents are looked for, and what they may have of the person's. `from` is where the person stood. */
export const agentPlace = (top: string, from: string): AgentPlace => ({
  cwd: from,
  search: searchFolders(),
  tree: top,
  person: { home: personHome(), variable, settings: () => ({ model: null, endpoint: null }) },
});
