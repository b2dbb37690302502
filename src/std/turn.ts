import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createFile, ExistsError } from "./create-atomically.ts";
import { removeDeadDrafts } from "./dead-drafts.ts";
import { isRunning, type ProcessMark, thisProcess } from "./process-mark.ts";
import { writeAtomically } from "./write-atomically.ts";

/**
 * Does something while no other process does the same. Whose turn it is says a file `name.N`: the highest number counts,
 * and numbers only grow, so only one process can follow a holder that is gone. (Deleting a lock that somebody left behind
 * cannot be made safe: two may find it dead, and the slower one deletes the lock of the quicker.)
 */
export async function inTurn<T>(
  folder: string,
  name: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const file = await takeTurn(folder, name, signal);
  try {
    return await work();
  } finally {
    // The file stays, so that its number is never used again.
    writeAtomically(file, textOf(null));
  }
}

async function takeTurn(folder: string, name: string, signal: AbortSignal | undefined): Promise<string> {
  for (;;) {
    signal?.throwIfAborted();
    const file = tryTurn(folder, name);
    if (file !== null) return file;
    await sleep(20);
  }
}

function tryTurn(folder: string, name: string): string | null {
  const last = latest(folder, name);
  if (last?.holder && isRunning(last.holder)) return null;
  const file = join(folder, `${name}.${(last?.number ?? 0) + 1}`);
  try {
    createFile(file, textOf(thisProcess()));
  } catch (error) {
    if (error instanceof ExistsError) return null;
    throw error;
  }
  if (last) rmSync(join(folder, `${name}.${last.number}`), { force: true });
  removeDeadDrafts(folder);
  return file;
}

function latest(folder: string, name: string): { number: number; holder: ProcessMark | null } | null {
  const numbers = readdirSync(folder)
    .filter((entry) => entry.startsWith(`${name}.`))
    .map((entry) => Number(entry.slice(name.length + 1)))
    .filter((number) => Number.isSafeInteger(number) && number > 0);
  if (numbers.length === 0) return null;
  const number = Math.max(...numbers);
  const holder = holderIn(join(folder, `${name}.${number}`));
  // Taken away between the two looks, because a higher one is there now.
  return holder === "gone" ? latest(folder, name) : { number, holder };
}

/** Null when nobody holds it, and when the file is damaged. */
function holderIn(file: string): ProcessMark | "gone" | null {
  try {
    const { holder } = JSON.parse(readFileSync(file, "utf8")) as { holder?: Partial<ProcessMark> | null };
    return holder ? { pid: Number(holder.pid), started: holder.started ?? null } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "gone";
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const textOf = (holder: ProcessMark | null): string => `${JSON.stringify({ holder })}\n`;
