import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { KnownAgent } from "../src/agents/known/known-agent.ts";
import type { Script } from "../test/agents/model/script.ts";
import { type Asked, type ModelServer, startModelServer } from "../test/agents/model-server.ts";
import { AGENT_PATH, agentVariables } from "../test/agents/the-agents.ts";
import { watchMemory } from "./peak-memory.ts";

/** What is to be done, and what the model does about it for an agent that works at `top`. */
export type Project = { files: Readonly<Record<string, string>>; script(top: string): Script };

/** What it took; `bytes` are those of the memory of all its processes, at most. */
export type Taken = { milliseconds: number; bytes: number; asked: readonly Asked[]; stdout: string };

type Variables = (port: number, key: string) => Readonly<Record<string, string>>;

/** A plan, carried out by Planwright with an agent. */
export async function byPlanwright(
  project: Project,
  { spec, variables }: { spec: string; variables: Variables },
  { folder, home }: { folder: string; home: string },
): Promise<Taken> {
  const scene = await placeScene(project, folder);
  const env = { ...scene.env, ...variables(scene.model.port, KEY), PLANWRIGHT_HOME: home };
  const program = [process.execPath, resolve("dist/planwright.js")];
  const words = ["run", "plan.md", "--yes", "--mode", "autonomous", "--json", "--agent", spec];
  return timed([...program, ...words], scene, env);
}

/** One prompt after the other, with the flags and settings that Planwright gives it, too. */
export async function byShell(
  project: Project,
  agent: KnownAgent,
  { prompts, folder }: { prompts: readonly string[]; folder: string },
): Promise<Taken> {
  const scene = await placeScene(project, folder);
  const variables = variablesOf(agent)(scene.model.port, KEY);
  const settings = { model: null, endpoint: variables[agent.endpoint] ?? null };
  const key = agent.keys.find((name) => name in variables) ?? null;
  for (const { at, text } of agent.settings(settings, key, scene.top)) put(join(scene.env.HOME, at), text);
  for (const [index, prompt] of prompts.entries())
    put(join(folder, `prompt-${String(index).padStart(3, "0")}`), prompt);
  const { program, argv } = agent.headless;
  const line = [program, ...argv(settings, "act", null)].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`);
  const script = join(folder, "loop.sh");
  put(script, `set -e\nfor prompt in ../prompt-*; do\n  ${line.join(" ")} < "$prompt" > /dev/null\ndone\n`);
  // Where it looks for its key only under a name of its own.
  const named = agent.keyName === undefined ? {} : { [agent.keyName]: KEY };
  return timed(["bash", script], scene, { ...scene.env, ...agent.env, ...variables, ...named });
}

export const variablesOf =
  ({ name }: KnownAgent): Variables =>
  (port, key) =>
    agentVariables(name, port, key);

const KEY = "key-of-nobody";

type Scene = { top: string; model: ModelServer; env: { HOME: string; PATH: string } };

async function placeScene({ files, script }: Project, folder: string): Promise<Scene> {
  const [top, HOME] = [join(folder, "repository"), join(folder, "person")];
  for (const place of [top, HOME]) mkdirSync(place, { recursive: true });
  for (const [path, text] of Object.entries(files)) put(join(top, path), text);
  const commit = "git init -qb main && git add -A && git -c user.name=a -c user.email=a@localhost commit -qm base";
  const { status, stderr } = spawnSync("bash", ["-c", commit], { cwd: top, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return { top, model: await startModelServer(script(top)), env: { HOME, PATH: AGENT_PATH } };
}

async function timed(argv: readonly string[], { top, model }: Scene, env: NodeJS.ProcessEnv): Promise<Taken> {
  const [program = "", ...args] = argv;
  const began = performance.now();
  const child = spawn(program, args, { cwd: top, env, stdio: ["ignore", "pipe", "pipe"] });
  const memory = watchMemory(child.pid ?? 0);
  const told = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      told[name] += text;
    });
  }
  const status = await new Promise((done) => child.on("close", done));
  const milliseconds = performance.now() - began;
  const bytes = memory();
  await model.close();
  if (status !== 0) throw new Error(`${argv.join(" ")} ended with ${status}: ${told.stderr}`);
  return { milliseconds, bytes, asked: model.asked, stdout: told.stdout };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
