import { mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "./scratch.ts";

export type KeptFolders = {
  take(): string;
  /** It is emptied on its own; nobody waits for that but who closes. */
  giveBack(folder: string): void;
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
    giveBack(folder) {
      const left = emptied(folder)
        .then((isEmpty) => (isEmpty && spare.length < MOST ? void spare.push(folder) : removeTree(folder)))
        .finally(() => leaving.delete(left));
      leaving.add(left);
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

/** As many as may run or wait at nearly the same time for one step. */
const MOST = 4;
