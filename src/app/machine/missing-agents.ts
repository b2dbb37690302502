import type { MachinePolicy } from "../../config/policy.ts";
import { CONFIG_FILE, type RepositoryConfig } from "../../config/repository-config.ts";
import { ALIAS } from "../../roles/roles.ts";
import { openAgent } from "../agents/agent-place.ts";
import { parseAgent } from "../agents/choose-driver.ts";
import type { Finding } from "./doctor-finding.ts";

/** What is said of each agent that the repository's configuration names and that could not be started; `told` are known. */
export async function missingAgents(
  { policy, top, config }: { policy: MachinePolicy; top: string; config: RepositoryConfig | null },
  told: readonly string[],
): Promise<Finding[]> {
  const named = [...placesOf(config)].filter(([name]) => !told.includes(name));
  const findings = await Promise.all(named.map(([name, places]) => missing(name, places, { policy, top })));
  return findings.filter((finding) => finding !== null);
}

/** Every agent that is named, with the settings that name it. */
function placesOf(config: RepositoryConfig | null): Map<string, string[]> {
  const places = new Map<string, string[]>();
  if (config === null) return places;
  const name = (agent: string | null, place: string): void => {
    if (agent !== null) places.set(agent, [...(places.get(agent) ?? []), place]);
  };
  name(config.agent, "agent");
  // Another name for a developer, which is listed as well.
  for (const role of config.roles.filter((each) => each !== ALIAS)) name(config.agentOf(role), `roles.${role}.agent`);
  return places;
}

async function missing(
  name: string,
  places: readonly string[],
  { policy, top }: { policy: MachinePolicy; top: string },
): Promise<Finding | null> {
  const more = [`named by ${places.map((place) => `\`${place}\``).join(", ")} in ${CONFIG_FILE}`];
  const choice = parseAgent(name);
  if ("problem" in choice) {
    const remedy = `correct it in ${CONFIG_FILE}`;
    return { state: "weak", what: name, told: choice.problem, more, remedy };
  }
  const probe = await (await openAgent(choice, { policy, top, from: top })).probe();
  return probe.ok ? null : { state: "weak", what: name, told: probe.cause, more, remedy: probe.remedy };
}
