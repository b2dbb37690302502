import type { AgentChoice } from "./run.ts";

/** As a person writes it after `--agent`. */
export const spokenAgent = ({ driver, spec }: AgentChoice): string => (driver === "agent" ? spec : `${driver}:${spec}`);
