import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { KnownAgent } from "../src/agents/known/known-agent.ts";
import { KNOWN_AGENTS } from "../src/agents/known/known-agents.ts";
import { stopPostgres } from "../src/store/embedded/stop-postgres.ts";
import { type ModelServer, startModelServer } from "../test/agents/model-server.ts";
import { AGENT_PATH, agentVariables } from "../test/agents/the-agents.ts";
import { FILES, threeSteps } from "../test/agents/three-steps.ts";
import type { Benchmark, Figure } from "./figure.ts";
import { watchMemory } from "./peak-memory.ts";

/**
 * What each agent takes for a plan of three steps by Planwright, over its protocol and as a command, beside the same
 * prompts given to the same agent by a shell script that looks at nothing. The model answers at once.
 */
export const agents: Benchmark = async (folder) => {
  const { status } = spawnSync(process.execPath, [resolve("scripts/agents.ts")], { stdio: "inherit" });
  if (status !== 0) throw new Error("the agents are not installed");
  const home = join(folder, "agents-home");
  try {
    // The first run makes the database, which is none of any agent's time.
    await byPlanwright(KNOWN_AGENTS[0] as KnownAgent, "acp", join(folder, "first"), home);
    const figures: Figure[] = [];
    for (const agent of KNOWN_AGENTS) figures.push(...(await figuresOf(agent, join(folder, agent.name), home)));
    return figures;
  } finally {
    await stopPostgres(home);
  }
};

async function figuresOf(agent: KnownAgent, folder: string, home: string): Promise<Figure[]> {
  const overAcp = await byPlanwright(agent, "acp", join(folder, "acp"), home);
  const asCommand = await byPlanwright(agent, "command", join(folder, "command"), home);
  const bare = await byShell(agent, asCommand.prompts, join(folder, "bare"));
  return [
    ...told(`${agent.name}, by a shell script`, bare),
    ...told(`${agent.name} as a command`, asCommand),
    ...beside(asCommand, bare),
    ...told(`${agent.name} over ACP`, overAcp),
    ...beside(overAcp, bare),
  ];
}

type Taken = { milliseconds: number; requests: number; tokens: number; bytes: number; prompts: string[] };

const told = (name: string, { milliseconds, requests, tokens, bytes }: Taken): Figure[] => [
  { name, measured: milliseconds, unit: "ms" },
  { name: "  requests", measured: requests, unit: "" },
  { name: "  thousand tokens", measured: tokens / 1000, unit: "" },
  { name: "  memory at most, MB", measured: bytes / 1e6, unit: "" },
];

const beside = (taken: Taken, bare: Taken): Figure[] => [
  { name: "  time beside the script's", measured: taken.milliseconds / bare.milliseconds, unit: "×" },
  { name: "  tokens beside the script's", measured: taken.tokens / bare.tokens, unit: "×" },
];

async function byPlanwright(agent: KnownAgent, way: "acp" | "command", folder: string, home: string): Promise<Taken> {
  const scene = await placeScene(folder);
  const env = { ...scene.env, ...variablesFor(agent, scene.model), PLANWRIGHT_HOME: home };
  const program = [process.execPath, resolve("dist/planwright.js")];
  const words = ["run", "plan.md", "--yes", "--mode", "autonomous", "--agent", `${way}:${agent.name}`];
  return timed([...program, ...words], scene, env);
}

/** One prompt after the other, with the flags and settings that Planwright gives it, too. */
async function byShell(agent: KnownAgent, prompts: readonly string[], folder: string): Promise<Taken> {
  const scene = await placeScene(folder);
  const variables = variablesFor(agent, scene.model);
  const settings = { model: null, endpoint: variables[agent.endpoint] ?? null };
  const key = agent.keys.find((name) => name in variables) ?? null;
  for (const { at, text } of agent.settings(settings, key, scene.top)) put(join(scene.env.HOME, at), text);
  for (const [index, prompt] of prompts.entries()) put(join(folder, `prompt-${index}`), prompt);
  const { program, argv } = agent.headless;
  const line = [program, ...argv(settings, "act")].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`);
  const script = join(folder, "loop.sh");
  put(script, `set -e\nfor prompt in ../prompt-*; do\n  ${line.join(" ")} < "$prompt" > /dev/null\ndone\n`);
  // Where it looks for its key only under a name of its own.
  const named = agent.keyName === undefined ? {} : { [agent.keyName]: KEY };
  return timed(["bash", script], scene, { ...scene.env, ...agent.env, ...variables, ...named });
}

type Scene = { top: string; model: ModelServer; env: { HOME: string; PATH: string } };

async function placeScene(folder: string): Promise<Scene> {
  const [top, HOME] = [join(folder, "repository"), join(folder, "person")];
  for (const place of [top, HOME]) mkdirSync(place, { recursive: true });
  for (const [path, text] of Object.entries(FILES)) put(join(top, path), text);
  const commit = "git init -qb main && git add -A && git -c user.name=a -c user.email=a@localhost commit -qm base";
  const { status, stderr } = spawnSync("bash", ["-c", commit], { cwd: top, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return { top, model: await startModelServer(threeSteps(top)), env: { HOME, PATH: AGENT_PATH } };
}

const variablesFor = ({ name }: KnownAgent, { port }: ModelServer): Record<string, string> =>
  agentVariables(name, port, KEY);

const KEY = "key-of-nobody";

async function timed(argv: readonly string[], { top, model }: Scene, env: NodeJS.ProcessEnv): Promise<Taken> {
  const [program = "", ...args] = argv;
  const began = performance.now();
  const child = spawn(program, args, { cwd: top, env, stdio: ["ignore", "ignore", "pipe"] });
  const memory = watchMemory(child.pid ?? 0);
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const status = await new Promise((done) => child.on("close", done));
  const milliseconds = performance.now() - began;
  const bytes = memory();
  await model.close();
  if (status !== 0) throw new Error(`${argv.join(" ")} ended with ${status}: ${stderr}`);
  const { asked } = model;
  return {
    ...{ milliseconds, bytes },
    requests: asked.length,
    tokens: asked.reduce((sum, { tokens: { input, output } }) => sum + input + output, 0),
    prompts: [...new Set(asked.flatMap(({ scene, prompt }) => (scene === null ? [] : [prompt])))],
  };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
