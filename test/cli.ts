import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

export type Run = { status: number | null; stdout: string; stderr: string };

/** Runs the command as a person in that folder would, from this checkout. */
export function planwright(args: readonly string[], cwd = ".", env: Readonly<Record<string, string>> = {}): Run {
  const { status, stdout, stderr } = spawnSync(resolve("bin/planwright"), args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}
