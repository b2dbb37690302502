import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command, Policy, Sandbox } from "../ports/sandbox.ts";
import type { Exit } from "../record/exit.ts";

export const aPolicy = (changes: Partial<Omit<Policy, "limits">> & { limits?: Partial<Policy["limits"]> }): Policy => ({
  mounts: [],
  hidden: [],
  tools: { path: ["/usr/bin", "/bin", "/usr/sbin", "/sbin"], roots: [], env: {} },
  network: "none",
  ...changes,
  limits: {
    ...{ seconds: 30, memoryBytes: 1 << 30, processes: 200, outputBytes: 1 << 24, fileBytes: 1 << 26 },
    ...changes.limits,
  },
});

export type Ran = { exit: Exit; stdout: string; stderr: string; bytes: number };

/** Runs a script of bash to its end. */
export async function run(
  sandbox: Sandbox,
  script: string,
  policy: Policy,
  changes: Partial<Command> = {},
): Promise<Ran> {
  const proc = await sandbox.start(bash(script, changes), policy, new AbortController().signal);
  const ran = { stdout: "", stderr: "", bytes: 0 };
  for await (const { stream, bytes } of proc.output) {
    ran[stream] += Buffer.from(bytes).toString("utf8");
    ran.bytes += bytes.length;
  }
  return { ...ran, exit: await proc.exit };
}

export const bash = (script: string, changes: Partial<Command> = {}): Command => ({
  ...{ argv: ["bash", "-c", script], cwd: "/tmp", env: {}, stdin: "none" },
  ...changes,
});

/** Something to wait for, that can be found in the list of all processes of this machine. */
export const aMark = (): string => `${1000 + Math.floor(Math.random() * 1e6)}.${process.pid}${Date.now()}`;

export function processesWith(mark: string): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "latin1").includes(mark);
    } catch {
      return false;
    }
  });
}

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5);
}
