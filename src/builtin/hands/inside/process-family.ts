import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The variable by which everything that a command starts can be found again, wherever it has gone. */
export const MARK = "PLANWRIGHT_COMMAND";

/** A command's processes: its group, those that carry its mark, and all that these have started. */
export type Family = { group: number | null; mark: string };

/** Asks them to end, and ends them when they do not. Returns when none of them runs any more. */
export async function endFamily(family: Family, patience = 1000): Promise<void> {
  signal(family, "SIGTERM");
  for (let waited = 0; waited < patience && livingOf(family).length > 0; waited += STEP) await sleep(STEP);
  // Some may be just about to start another.
  for (let round = 0; round < MOST_ROUNDS && livingOf(family).length > 0; round++) {
    signal(family, "SIGKILL");
    await sleep(STEP / 2);
  }
}

const STEP = 20;
const MOST_ROUNDS = 200;

function signal(family: Family, name: NodeJS.Signals): void {
  for (const pid of livingOf(family)) send(pid, name);
  // Where processes cannot be listed, their group can still be reached.
  if (family.group !== null) send(-family.group, name);
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has gone already.
  }
}

function livingOf({ group, mark }: Family): number[] {
  const all = processes();
  const found = new Set(all.filter((each) => each.group === group || isMarked(each.pid, mark)).map(({ pid }) => pid));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

type Process = { pid: number; parent: number; group: number };

/** All that run; one that has ended and was not yet asked how is none. */
function processes(): Process[] {
  return entriesOf("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    // The name of the program, in parentheses, may have anything in it.
    const [state, parent, group] = textOf(`/proc/${name}/stat`)
      .replace(/^.*\) /s, "")
      .split(" ");
    return state === undefined || parent === undefined || "ZX".includes(state)
      ? []
      : [{ pid: Number(name), parent: Number(parent), group: Number(group) }];
  });
}

const isMarked = (pid: number, mark: string): boolean =>
  `\0${textOf(`/proc/${pid}/environ`)}`.includes(`\0${MARK}=${mark}`);

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
