import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { isLeftOver, newRunName } from "./run-name.ts";

/** A new folder of this process below `scratchRoot`, for one run. */
export function makeScratch(scratchRoot: string): string {
  const folder = join(scratchRoot, newRunName());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes what processes that are gone have left. Nothing is mounted there: mounts live and die with their run. */
export async function sweepScratch(scratchRoot: string): Promise<void> {
  for (const name of readdirSync(scratchRoot).filter(isLeftOver)) {
    endStranded(join(scratchRoot, name));
    await removeTree(join(scratchRoot, name));
  }
}

/**
 * When bubblewrap is killed in the few moments before its child dies with it, that child waits for it for ever. It has
 * started nothing yet, but it is there, and so is its group of processes.
 */
function endStranded(folder: string): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const [program = "", ...rest] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      const isOurs = basename(program) === "bwrap" && rest.some((argument) => argument.startsWith(`${folder}/`));
      if (isOurs) process.kill(Number(pid), "SIGKILL");
    } catch {
      // Gone meanwhile, or somebody else's.
    }
  }
}

/**
 * Removes a folder whatever modes a program has left in it. (An overlay itself leaves a folder of mode 000.) What cannot
 * be removed stays for the next sweep: a run that is over is not undone by a folder that remains.
 */
export async function removeTree(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    openUp(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

function openUp(folder: string): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  try {
    chmodSync(folder, 0o700);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) openUp(join(folder, entry.name));
    }
  } catch {
    // Not ours, then.
  }
}
