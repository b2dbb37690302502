import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";

/** Both ends of a pipe: the one that stays here, and the one that is kept only until the program has opened its own. */
export type Fifo = { path: string; way: "from" | "to"; ours: number; theirs: number };

/**
 * Names of fifos in `folder`, made many at a time because making them takes a program. They lose their names as soon as
 * both sides have opened them.
 */
export function fifoSupply(folder: string, make: (paths: readonly string[]) => Promise<void>): () => Promise<string> {
  let ready: string[] = [];
  let count = 0;
  let making: Promise<void> | null = null;
  const refill = async (): Promise<void> => {
    const paths = Array.from({ length: AT_ONCE }, () => join(folder, `fifo-${count++}`));
    await make(paths);
    ready.push(...paths);
  };
  return async () => {
    while (ready.length === 0) {
      making ??= refill().finally(() => {
        making = null;
      });
      await making;
    }
    const [path = "", ...rest] = ready;
    ready = rest;
    return path;
  };
}

const AT_ONCE = 48;

/** Opening one end waits for the other, and one that does not wait comes first. Without both, a reader sees the end. */
export function openFifo(path: string, way: "from" | "to"): Fifo {
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const writer = openSync(path, constants.O_WRONLY);
    return way === "from" ? { path, way, ours: reader, theirs: writer } : { path, way, ours: writer, theirs: reader };
  } catch (error) {
    closeSync(reader);
    throw error;
  }
}
