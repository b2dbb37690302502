import { mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "./scratch.ts";

export type KeptFolders = {
  take(): string;
  /**
   * Settles at once where little has to be removed, which then happens on its own; else when it is, so that the next run
   * has the room. One that is not `left` may still be somebody's, and serves nobody again.
   */
  giveBack(folder: string, isLeft: boolean): Promise<void>;
  /** Settles when none is being emptied any more. They stay, for whoever removes `home`. */
  close(): Promise<void>;
};

/**
 * Folders in `home` for runs, each for one at a time. To make and to remove files takes a file system long, so what the next
 * run writes over or mounts over serves again. Nothing that runs in a sandbox reaches either.
 */
export function keptFolders(home: string): KeptFolders {
  const spare: string[] = [];
  const leaving = new Set<Promise<void>>();
  return {
    take: () => spare.pop() ?? mkdtempSync(join(home, "run-")),
    async giveBack(folder, isLeft) {
      const isLittle = entriesIn(folder, FEW) < FEW;
      const gone = emptied(folder)
        .then((isEmpty) => (isEmpty && isLeft && spare.length < MOST ? void spare.push(folder) : removeTree(folder)))
        .finally(() => leaving.delete(gone));
      leaving.add(gone);
      if (!isLittle) await gone;
    },
    async close() {
      await Promise.all(leaving);
    },
  };
}

/** False where something could not be removed. */
async function emptied(folder: string): Promise<boolean> {
  const others = namesIn(folder).filter((name) => !STAYS.test(name));
  await Promise.all(others.map((name) => removeTree(join(folder, name))));
  return namesIn(folder).every((name) => STAYS.test(name));
}

/** See `waiting-run.ts` and `throw-away.ts`. */
const STAYS = /^(?:chain|mnt\.\d+)$/;

/** A folder that is gone already is none that serves again. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [""];
  }
}

const FEW = 50;

/** Stops counting at `most`. Folders that may not be looked into count as empty. */
function entriesIn(folder: string, most: number): number {
  let count = 0;
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      count += 1;
      if (count < most && entry.isDirectory()) count += entriesIn(join(folder, entry.name), most - count);
      if (count >= most) break;
    }
  } catch {
    return count;
  }
  return count;
}

/** As many as may run or wait at nearly the same time for one step. */
const MOST = 4;
