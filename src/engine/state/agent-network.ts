import type { AgentDriver } from "../../ports/agent.ts";
import type { Network } from "../../ports/sandbox.ts";

/** What the person lets agents reach: nobody, only whom they must and `hosts`, or everybody. */
export type AgentNetwork = { kind: "none" | "listed" | "host"; hosts: readonly string[] };

/** What one agent gets of it. Without anybody to reach there is no network at all, which costs nothing. */
export function networkFor(
  { kind, hosts }: AgentNetwork,
  driver: Pick<AgentDriver, "network" | "reaches">,
  refused: (host: string) => void,
): Network {
  if (kind === "none" || driver.network === "none") return "none";
  if (kind === "host") return "host";
  const all = [...new Set([...driver.reaches, ...hosts])];
  return all.length === 0 ? "none" : { hosts: all, refused };
}
