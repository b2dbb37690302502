import type { AgentChoice } from "./run.ts";

/** As a person writes it after `--agent`, and what they have written after `--model`. */
export const spokenAgent = ({ driver, spec, model }: AgentChoice): string =>
  `${driver === "agent" ? spec : `${driver}:${spec}`}${model === undefined ? "" : ` with ${model}`}`;
