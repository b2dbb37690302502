import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { KnownAgentName } from "../../src/agents/known/known-agent.ts";
import { gitIn, write } from "../a-checkout.ts";
import type { Run } from "../cli.ts";
import { tempFolder } from "../temp-folder.ts";
import type { Script } from "./model/script.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import { AGENT_PATH, agentVariables } from "./the-agents.ts";

/** Somebody with a repository, an agent, a key for it, and a model behind it that does what a script says. */
export type PersonWithAgent = {
  /** Holds the repository and the person's home. */
  place: string;
  top: string;
  personHome: string;
  key: string;
  model: ModelServer;
  /** Types a command in the repository. The model answers meanwhile. */
  planwright(args: readonly string[], env?: Readonly<Record<string, string | undefined>>): Promise<Run>;
  git(...args: string[]): string;
};

export type Scene = {
  home: string;
  files: Readonly<Record<string, string>>;
  script(top: string): Script;
  /** How many tokens the models take in at most. */
  window?: number;
};

export const aPersonWith = (agent: KnownAgentName, scene: Scene): Promise<PersonWithAgent> =>
  aPersonUsing((port, key) => agentVariables(agent, port, key), scene);

/** `variables` are what lets them use the model server at a port. */
export async function aPersonUsing(variables: Variables, scene: Scene): Promise<PersonWithAgent> {
  const place = tempFolder();
  const [top, personHome] = [join(place, "repository"), join(place, "person")];
  for (const folder of [top, personHome]) mkdirSync(folder);
  write(personHome, { ".bashrc": "# hers\n", ".ssh/id_ed25519": "hers alone\n" });
  gitIn(top, "init", "-q", "-b", "main");
  write(top, scene.files);
  gitIn(top, "add", "-A");
  gitIn(top, "commit", "-qm", "base");
  const model = await startModelServer(scene.script(top), scene);
  onTestFinished(() => model.close());
  const key = `key-${randomBytes(12).toString("hex")}`;
  const own = {
    ...{ HOME: personHome, PATH: AGENT_PATH, PLANWRIGHT_HOME: scene.home },
    ...variables(model.port, key),
  };
  return {
    ...{ place, top, personHome, key, model },
    planwright: (args, env = {}) => ended([inject("planwright"), "--no-color", ...args], top, { ...own, ...env }),
    git: (...args) => gitIn(top, ...args),
  };
}

export type Variables = (port: number, key: string) => Readonly<Record<string, string>>;

function ended(argv: readonly string[], cwd: string, env: Readonly<Record<string, string | undefined>>): Promise<Run> {
  const [program = "", ...args] = argv;
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const told = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      told[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, ...told }));
  });
}
