import type { APlanRun } from "./a-plan-run.ts";

/** A command that was started and is being read. */
export type StartedRun = { child: ReturnType<APlanRun["start"]>; stdout: string; stderr: string };

/** Reads a command that was started, from its first byte on. */
export function reading(child: StartedRun["child"]): StartedRun {
  const started: StartedRun = { child, stdout: "", stderr: "" };
  child.stdout?.on("data", (bytes) => {
    started.stdout += bytes;
  });
  child.stderr?.on("data", (bytes) => {
    started.stderr += bytes;
  });
  return started;
}

/** Waits until it has printed this; throws when it ends before. */
export function until(started: StartedRun, pattern: RegExp): Promise<void> {
  const { child } = started;
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (pattern.test(`${started.stdout}${started.stderr}`)) resolve();
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    child.once("close", () => reject(new Error(`it ended: ${started.stdout}${started.stderr}`)));
    look();
  });
}

export function ended(started: StartedRun): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const { child } = started;
  const told = () => ({ status: child.exitCode, stdout: started.stdout, stderr: started.stderr });
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(told());
  return new Promise((resolve) => child.once("close", () => resolve(told())));
}
