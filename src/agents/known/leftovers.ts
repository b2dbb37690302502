import { KNOWN_AGENTS } from "./known-agents.ts";

/** What agents make for themselves at the top of a repository, whichever of them has worked there. */
export const LEFTOVERS: readonly string[] = [...new Set(KNOWN_AGENTS.flatMap(({ leftovers }) => leftovers))];
