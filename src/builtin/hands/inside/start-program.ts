import { type ChildProcess, spawn } from "node:child_process";

/**
 * Starts a program that has the sandbox's environment, no input, and a group of its own, so that `kill(-pid)` reaches all
 * that it starts. We are inside the sandbox already: it is the one place where the agent's programs come from.
 */
export const startProgram = (
  [program, ...args]: readonly [string, ...string[]],
  cwd: string,
  outputs: Outputs,
): ChildProcess => spawn(program, args, { cwd, detached: true, stdio: ["ignore", ...outputs] });

/** From standard output on; `ignore` for those that nobody wants. */
type Outputs = readonly ("pipe" | "ignore")[];
