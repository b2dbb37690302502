import { join } from "node:path";
import { onTestFinished } from "vitest";
import { main } from "../../src/cli/main.ts";
import { aDatabase } from "../../src/store/a-store.testkit.ts";
import { gitIn } from "../a-checkout.ts";
import type { Run } from "../cli.ts";
import { tempFolder } from "../temp-folder.ts";
import { makeRepository, writeAgent } from "./a-hosted-run.ts";

/** Somebody who types commands in a repository of their own. */
export type APerson = {
  /** Holds `repository`, `home` and the agent; all of it goes with the test. */
  place: string;
  top: string;
  /** What a command answers. It runs in this process, which is quicker than to start one for each. */
  told(...args: string[]): Promise<Run>;
  git(...args: string[]): string;
  /** The database that remembers this person's runs, and nobody else's. */
  url: string;
};

/** `command` is what the agent does, as a shell script; `run` lets it carry out the plan at `path`. */
export async function aPerson(scene: {
  files: Readonly<Record<string, string>>;
  command: string;
}): Promise<APerson & { run(path: string): Promise<Run> }> {
  const place = tempFolder();
  const top = join(place, "repository");
  makeRepository(top, scene.files);
  writeAgent(place, scene);
  const { url } = await aDatabase();
  const env = { PLANWRIGHT_HOME: join(place, "home"), PLANWRIGHT_DATABASE_URL: url };
  const told: APerson["told"] = (...args) => at(top, env, () => listening(() => main(["--no-color", ...args])));
  return {
    ...{ place, top, told, url },
    run: (path) => told("run", path, "--yes", "--mode", "autonomous", "--agent", "command:../agent.sh"),
    git: (...args) => gitIn(top, ...args),
  };
}

/** Variables that a command should see besides, until the test ends. */
export function setVariable(name: string, value: string): void {
  const before = process.env[name];
  process.env[name] = value;
  onTestFinished(() => {
    process.env[name] = before;
  });
}

async function at<T>(folder: string, env: Readonly<Record<string, string>>, act: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(folder);
  Object.assign(process.env, env);
  try {
    return await act();
  } finally {
    process.chdir(before);
    for (const name of Object.keys(env)) delete process.env[name];
  }
}

async function listening(act: () => Promise<number>): Promise<Run> {
  const { stdout, stderr } = process;
  const said = { stdout: "", stderr: "" };
  const before = { stdout: stdout.write, stderr: stderr.write };
  const into =
    (name: keyof typeof said) =>
    (text: string | Uint8Array): boolean => {
      said[name] += typeof text === "string" ? text : Buffer.from(text).toString();
      return true;
    };
  stdout.write = into("stdout");
  stderr.write = into("stderr");
  try {
    return { status: await act(), ...said };
  } finally {
    stdout.write = before.stdout;
    stderr.write = before.stderr;
  }
}
