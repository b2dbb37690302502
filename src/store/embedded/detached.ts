import { spawn } from "node:child_process";
import { closeSync, fchownSync, openSync } from "node:fs";
import { constants } from "node:os";
import { noPostgres } from "./no-postgres.ts";
import type { ServerUser } from "./place.ts";

export type Detached = {
  pid: number;
  /** As shells have it: 128 and more for a signal. */
  exit: Promise<number>;
  /** We may end before it does. */
  leave(): void;
};

/**
 * Starts a program that outlives us, with a session of its own and, where we are root, as another user. What it prints
 * goes to the end of a file. Rejects with `StoreError` when it cannot be started at all.
 */
export function startDetached(
  [program = "", ...args]: readonly string[],
  options: { cwd: string; output: string; user: ServerUser | null },
): Promise<Detached> {
  const output = openSync(options.output, "a", 0o600);
  // Who starts it next time may not be root.
  if (options.user) fchownSync(output, options.user.uid, options.user.gid);
  const child = spawn(program, args, {
    ...{ cwd: options.cwd, detached: true, stdio: ["ignore", output, output], ...options.user },
    // The log is read by us, so its language is fixed.
    env: { PATH: "/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin", LC_ALL: "C" },
  });
  closeSync(output);
  const exit = new Promise<number>((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  });
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(noPostgres(`${program} cannot be started (${error.message})`, error)));
    child.once("spawn", () => resolve({ pid: child.pid ?? 0, exit, leave: () => child.unref() }));
  });
}
