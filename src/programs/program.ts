import type { Socket } from "node:net";

/** A program to start, and which of its open files lead to us. All others are closed; input not named is empty. */
export type Program = {
  /** The first is a whole path, or a name to be found by `PATH` of `env`. */
  argv: readonly string[];
  cwd: string;
  /** The whole of it, but for what a shell adds (`PWD`, `SHLVL`, `_`). */
  env: Readonly<Record<string, string>>;
  /** By number: `from` the program to us, or `to` it. */
  pipes: Readonly<Record<number, "from" | "to">>;
  /** Pipes that it alone holds open, to its end: when they are closed, so is its life. */
  life: readonly number[];
};

export type StartedProgram = {
  /** Also the number of its group, so that `kill(-pid)` reaches all that it has started and that did not leave. */
  pid: number;
  pipe(number: number): Socket;
  /** Settles when it is gone and all that came through the pipes of its `life` has been read. */
  exit: Promise<ProgramExit>;
};

/** A small process tells only the number that shells have for a signal, 128 and its own, also as a code. */
export type ProgramExit = { code: number } | { signal: NodeJS.Signals };

/** The world did not let a program start. */
export class ProgramError extends Error {
  override name = "ProgramError";
}
