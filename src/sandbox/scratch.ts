import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isLeftOver, newRunName } from "./run-name.ts";

/** A new folder of this process below `scratchRoot`, for one run. */
export function makeScratch(scratchRoot: string): string {
  const folder = join(scratchRoot, newRunName());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes what processes that are gone have left. Nothing is mounted there: mounts live and die with their run. */
export function sweepScratch(scratchRoot: string): void {
  for (const name of namesIn(scratchRoot)) if (isLeftOver(name)) removeTree(join(scratchRoot, name));
}

/** Removes a folder whatever modes a program has left in it. An overlay itself leaves a folder of mode 000. */
export function removeTree(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    openUp(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function openUp(folder: string): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) openUp(join(folder, entry.name));
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
