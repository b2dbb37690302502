import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { type Fifo, openFifo } from "./fifos.ts";
import { type Program, ProgramError, type ProgramExit, type StartedProgram } from "./program.ts";

/**
 * Where there is no small process to start it from, and for a program whose pipes do not tell its end. What Node gives a
 * child are sockets, and a program whose output is a socket cannot open /dev/stdout; with `newFifo` those of the first
 * three are real pipes.
 */
export async function startDirectly(
  program: Omit<Program, "life">,
  newFifo: (() => Promise<string>) | null = null,
): Promise<StartedProgram> {
  const fifos = new Map<number, Fifo>();
  try {
    for (const [number, way] of Object.entries(program.pipes))
      if (newFifo && Number(number) <= 2) fifos.set(Number(number), openFifo(await newFifo(), way));
    const child = await spawned(program, fifos);
    const sockets = new Map([...fifos].map(([number, { ours, way }]) => [number, socketOf(ours, way)]));
    const pipe = (number: number): Socket => sockets.get(number) ?? (child.stdio[number] as Socket);
    for (const number of Object.keys(program.pipes)) pipe(Number(number)).on("error", () => {});
    return { pid: child.pid ?? 0, pipe, exit: exitOf(child) };
  } catch (error) {
    for (const { ours } of fifos.values()) closeSync(ours);
    throw error;
  } finally {
    for (const { path, theirs } of fifos.values()) {
      closeSync(theirs);
      rmSync(path, { force: true });
    }
  }
}

const socketOf = (fd: number, way: Fifo["way"]): Socket =>
  new Socket({ fd, readable: way === "from", writable: way === "to" });

async function spawned({ argv, cwd, env, pipes }: Omit<Program, "life">, fifos: ReadonlyMap<number, Fifo>) {
  const [file = "", ...words] = argv;
  const highest = Math.max(2, ...Object.keys(pipes).map(Number));
  // An end that does not wait becomes one that does on its way to the child, as for all of the first three.
  const stdio = Array.from(
    { length: highest + 1 },
    (_, number) => fifos.get(number)?.theirs ?? (pipes[number] === undefined ? "ignore" : "pipe"),
  );
  const child = spawn(file, words, { cwd, env, detached: true, stdio });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) =>
      reject(new ProgramError(`cannot start ${file}: ${error.message}`, { cause: error })),
    );
  });
  return child;
}

const exitOf = (child: ChildProcess): Promise<ProgramExit> =>
  new Promise((resolve) => {
    const tell = (code: number | null, signal: NodeJS.Signals | null): void =>
      resolve(code === null ? { signal: signal ?? "SIGKILL" } : { code });
    if (child.exitCode !== null || child.signalCode !== null) tell(child.exitCode, child.signalCode);
    else child.once("exit", tell);
  });
