import { acpDriver } from "../../agents/acp/acp-driver.ts";
import { startsAcp } from "../../agents/acp/starts-acp.ts";
import { headlessDriver } from "../../agents/headless/headless-driver.ts";
import { equipAgent } from "../../agents/known/equip-agent.ts";
import { personHome, searchFolders } from "../../config/environment.ts";
import type { AgentHost } from "../../ports/agent.ts";
import type { Limits, Mount, Policy, Sandbox } from "../../ports/sandbox.ts";
import { resolveTools } from "../../sandbox/tool-roots.ts";
import type { FoundAgent } from "./agent-found.ts";

/** `exclude` are folders that nothing is taken from: the repository and our own home. */
export type TryPlace = { sandbox: Sandbox; exclude: readonly string[] };

/**
 * Starts an agent inside the sandbox as far as that costs nothing: without a network, and without a task. Null when it
 * starts, else what kept it from it. One that nothing lets in is only asked for its version, since some wait for ever.
 */
export async function tryAgent(found: FoundAgent, here: TryPlace): Promise<string | null> {
  try {
    return await troubleStarting(found, here);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function troubleStarting({ agent, way, letInBy, place }: FoundAgent, here: TryPlace): Promise<string | null> {
  const signal = AbortSignal.timeout(LIMITS.seconds * 1000);
  const driver = way === "acp" ? acpDriver(agent.name, place) : headlessDriver(agent, place);
  const host = hostWith(driver.mounts, here, signal);
  if (way === "acp" && letInBy !== null) {
    const started = await startsAcp(agent, place, host, signal);
    return "trouble" in started ? started.trouble : null;
  }
  const { program } = way === "acp" ? agent.acp : agent.headless;
  const proc = await host.launch(equipAgent(agent, place.person).command([program, "--version"], host.at));
  proc.stdin?.end();
  for await (const _ of proc.output);
  const exit = await proc.exit;
  return exit.kind === "exited" && exit.code === 0 ? null : `\`${program} --version\` does not end well`;
}

const hostWith = (mounts: readonly Mount[], { sandbox, exclude }: TryPlace, signal: AbortSignal): AgentHost => {
  const tools = resolveTools(searchFolders(), { homeDir: personHome(), exclude });
  const policy: Policy = { mounts, hidden: exclude, tools, network: "none", limits: LIMITS };
  return {
    at: "/tmp",
    launch: (command) => sandbox.start(command, policy, signal),
    permit: () => ({ allow: false, why: "it is only tried" }),
  };
};

const LIMITS: Limits = {
  seconds: 20,
  memoryBytes: 8 * 1024 ** 3,
  processes: 1024,
  outputBytes: 1024 ** 2,
  fileBytes: 1024 ** 3,
};
