import { spawn } from "node:child_process";
import { constants } from "node:os";
import { ProgramError } from "./program.ts";

/**
 * Runs a program that has the person's terminal: an editor, a pager, a git that may ask for a password. Gives its exit
 * status as shells have it. `input` is what it reads; without it, it reads from the terminal, too.
 */
export function runInTheForeground(
  [program = "", ...args]: readonly string[],
  { cwd, env, input }: { cwd: string; env: Readonly<Record<string, string>>; input?: Uint8Array },
): Promise<number> {
  const stdio = [input === undefined ? "inherit" : "pipe", "inherit", "inherit"] as const;
  const child = spawn(program, args, { cwd, env: { ...env }, stdio: [...stdio] });
  // Who leaves a pager early has seen enough.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new ProgramError(`${program} cannot be started: ${error.message}`)));
    child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  });
}
