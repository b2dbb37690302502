import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentPlace } from "../../agents/known/agent-place.ts";
import { equipAgent } from "../../agents/known/equip-agent.ts";
import type { KnownAgent } from "../../agents/known/known-agent.ts";
import { KNOWN_AGENTS } from "../../agents/known/known-agents.ts";
import { searchFolders } from "../../config/environment.ts";
import type { MachinePolicy } from "../../config/policy.ts";
import { answerTo } from "../agents/agent-answer.ts";
import { agentPlace } from "../agents/agent-place.ts";
import { isInstalled, outside, wayOf } from "../agents/choose-driver.ts";

/** A known agent of which at least one program is on PATH. */
export type FoundAgent = {
  agent: KnownAgent;
  /** How it is driven unless somebody says otherwise. */
  way: "acp" | "command";
  programs: readonly AgentProgram[];
  /** The name of a variable or the path of a file; null when nothing lets it in. */
  letInBy: string | null;
  reaches: readonly string[];
  place: AgentPlace;
};

/** `version` is null when it does not say. */
export type AgentProgram = { program: string; version: string | null; isOld: boolean; install: string };

/** `top` is the repository's folder, from which no agent is taken. */
export type Machine = { policy: MachinePolicy; top: string };

/** Looks for the agents that are known. Nothing is started but their `--version`, all of them at once. */
export async function findAgents(machine: Machine): Promise<FoundAgent[]> {
  const found = await Promise.all(KNOWN_AGENTS.map((agent) => findAgent(agent, machine)));
  return found.filter((agent) => agent !== null);
}

/** How to get each of the agents that are known. */
export const agentsToInstall = (): { title: string; install: string }[] =>
  KNOWN_AGENTS.map(({ title, headless }) => ({ title, install: headless.install }));

async function findAgent(agent: KnownAgent, { policy, top }: Machine): Promise<FoundAgent | null> {
  const here = outside({ cwd: top, search: searchFolders(), tree: top });
  const ways = [agent.headless, agent.acp].filter(({ program }) => isInstalled(program, here));
  // Nobody is asked for the key of an agent that is not there.
  if (ways.length === 0) return null;
  const place = outside(await agentPlace(agent.keys, { policy, top, from: top }));
  const { letInBy, reaches } = equipAgent(agent, place.person);
  const programs = new Map(ways.map((way) => [way.program, way]));
  return {
    ...{ agent, way: wayOf(agent, place), letInBy, reaches, place },
    programs: await Promise.all(
      [...programs.values()].map(async ({ program, oldest, install }) => {
        const version = await versionOf(program, here.search);
        return { program, version, isOld: version !== null && isOlder(version, oldest), install };
      }),
    ),
  };
}

const LONGEST_SECONDS = 10;

/** Some write into their home even then; the person's stays as it is. */
async function versionOf(program: string, search: readonly string[]): Promise<string | null> {
  const home = mkdtempSync(join(tmpdir(), "planwright-version-"));
  try {
    const answer = await answerTo({ argv: [program, "--version"], search, home, seconds: LONGEST_SECONDS });
    return /\d+\.\d+\.\d+(?:-[\w.]+)?/.exec(answer ?? "")?.[0] ?? null;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** By the three numbers; what comes before a release counts as that release. */
function isOlder(version: string, oldest: string): boolean {
  const [mine, least] = [version, oldest].map((text) => text.split(/[.-]/).slice(0, 3).map(Number));
  const at = least?.findIndex((number, index) => number !== mine?.[index]) ?? -1;
  return at >= 0 && (mine?.[at] ?? 0) < (least?.[at] ?? 0);
}
