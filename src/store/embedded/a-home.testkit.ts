import { spawn } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, onTestFinished } from "vitest";
import { type PostgresStatus, postgresStatus } from "./postgres-status.ts";
import { removePostgres } from "./remove-postgres.ts";

/** A new home. What runs for it is ended, and all it left removed, after the running test. */
export function aHome(owner: number | null = null): string {
  const home = mkdtempSync(join(realpathSync(tmpdir()), "planwright-"));
  chmodSync(home, 0o700);
  if (owner !== null) chownSync(home, owner, owner);
  onTestFinished(() => removePostgres(home));
  return home;
}

/** One for all tests of a suite. */
export function aSharedHome(): string {
  const home = mkdtempSync(join(realpathSync(tmpdir()), "planwright-"));
  afterAll(() => removePostgres(home));
  return home;
}

export type Running = PostgresStatus & { state: "running" };

export function runningAt(home: string): Running {
  const status = postgresStatus(home);
  if (status.state !== "running") throw new Error(`the server of ${home} is not running`);
  return status;
}

/** Another process of ours, started by another program if one is named, that runs a piece of code with `ensurePostgres` in it. */
export function anotherProcess(code: string, by: string | null = null) {
  const script = `import { ensurePostgres } from ${JSON.stringify(new URL("ensure-postgres.ts", import.meta.url).href)};\n${code}`;
  const [program = "", ...args] = [...(by === null ? [] : [by]), process.execPath, "--input-type=module", "-e", script];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes) => {
      output += bytes;
    });
  }
  return {
    kill: () => child.kill("SIGKILL"),
    said: () => output,
    ended: new Promise<string>((resolve) => child.once("close", () => resolve(output.trim()))),
  };
}

/** Processes that were started with these words. */
export const processesWith = (words: string): string[] =>
  readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "latin1").includes(words);
    } catch {
      return false;
    }
  });

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10);
}
