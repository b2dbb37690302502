import { spawnSync } from "node:child_process";
import { inject } from "vitest";

export type Run = { status: number | null; stdout: string; stderr: string };

/** Runs the command as a person in that folder would. */
export function planwright(args: readonly string[], cwd = ".", env: Readonly<Record<string, string>> = {}): Run {
  const { status, stdout, stderr } = spawnSync(inject("planwright"), args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}
