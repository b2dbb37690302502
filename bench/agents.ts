import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import type { KnownAgent } from "../src/agents/known/known-agent.ts";
import { KNOWN_AGENTS } from "../src/agents/known/known-agents.ts";
import { stopPostgres } from "../src/store/embedded/stop-postgres.ts";
import { FILES, threeSteps } from "../test/agents/three-steps.ts";
import { builtinBeside } from "./agents-builtin.ts";
import { byPlanwright, byShell, type Project, type Taken, variablesOf } from "./agents-scene.ts";
import type { Benchmark, Figure } from "./figure.ts";

/**
 * What each agent takes for a plan of three steps by Planwright, over its protocol and as a command, beside the same
 * prompts given to the same agent by a shell script that looks at nothing; and what the built-in agent takes for a plan of
 * ten steps, beside each of them. The model answers at once.
 */
export const agents: Benchmark = async (folder) => {
  const { status } = spawnSync(process.execPath, [resolve("scripts/agents.ts")], { stdio: "inherit" });
  if (status !== 0) throw new Error("the agents are not installed");
  const home = join(folder, "agents-home");
  try {
    // The first run makes the database, which is none of any agent's time.
    await byWay(KNOWN_AGENTS[0] as KnownAgent, "acp", { folder: join(folder, "first"), home });
    const figures: Figure[] = [];
    for (const agent of KNOWN_AGENTS) {
      figures.push(...(await builtinBeside(agent, { folder: join(folder, `${agent.name}-ten`), home })));
      figures.push(...(await figuresOf(agent, { folder: join(folder, agent.name), home })));
    }
    return figures;
  } finally {
    await stopPostgres(home);
  }
};

const PROJECT: Project = { files: FILES, script: threeSteps };

async function figuresOf(agent: KnownAgent, { folder, home }: { folder: string; home: string }): Promise<Figure[]> {
  const overAcp = await byWay(agent, "acp", { folder: join(folder, "acp"), home });
  const asCommand = await byWay(agent, "command", { folder: join(folder, "command"), home });
  const bare = await byShell(PROJECT, agent, { prompts: promptsIn(asCommand), folder: join(folder, "bare") });
  return [
    ...told(`${agent.name}, by a shell script`, bare),
    ...told(`${agent.name} as a command`, asCommand),
    ...beside(asCommand, bare),
    ...told(`${agent.name} over ACP`, overAcp),
    ...beside(overAcp, bare),
  ];
}

const byWay = (agent: KnownAgent, way: "acp" | "command", place: { folder: string; home: string }): Promise<Taken> =>
  byPlanwright(PROJECT, { spec: `${way}:${agent.name}`, variables: variablesOf(agent) }, place);

const promptsIn = ({ asked }: Taken): string[] => [
  ...new Set(asked.flatMap(({ scene, prompt }) => (scene === null ? [] : [prompt]))),
];

const told = (name: string, taken: Taken): Figure[] => [
  { name, measured: taken.milliseconds, unit: "ms" },
  { name: "  requests", measured: taken.asked.length, unit: "" },
  { name: "  thousand tokens", measured: tokensOf(taken) / 1000, unit: "" },
  { name: "  memory at most, MB", measured: taken.bytes / 1e6, unit: "" },
];

const beside = (taken: Taken, bare: Taken): Figure[] => [
  { name: "  time beside the script's", measured: taken.milliseconds / bare.milliseconds, unit: "×" },
  { name: "  tokens beside the script's", measured: tokensOf(taken) / tokensOf(bare), unit: "×" },
];

const tokensOf = ({ asked }: Taken): number =>
  asked.reduce((sum, { tokens: { input, output } }) => sum + input + output, 0);
