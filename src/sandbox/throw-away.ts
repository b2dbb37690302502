import { copyFileSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { copyTree } from "./copy-tree.ts";
import type { Slot } from "./layers.ts";
import { SandboxError } from "./sandbox-error.ts";

/**
 * Prepares `scratch/N/mnt` for every throw-away mount, and says which are overlays that are still to be mounted there.
 * The others are copies: single files always, folders where this machine has no overlays for us.
 */
export function prepareThrowAway(slots: readonly Slot[], scratch: string, hasOverlay: boolean): number[] {
  const overlays: number[] = [];
  for (const [number, slot] of slots.entries()) {
    const folder = join(scratch, String(number));
    const mount = join(folder, "mnt");
    mkdirSync(folder);
    if (slot.type === "file") copyFileSync(slot.show, mount);
    else if (hasOverlay) {
      for (const name of ["upper", "work", "mnt"]) mkdirSync(join(folder, name));
      symlinkSync(slot.show, join(folder, "lower"));
      overlays.push(number);
    } else {
      copyFolder(slot.show, mount);
      for (const { within, type } of slot.make) makeIn(mount + within, type);
    }
  }
  return overlays;
}

function copyFolder(from: string, to: string): void {
  const bytes = sizeOf(from, MOST_COPIED);
  if (bytes > MOST_COPIED) {
    throw new SandboxError("policy", `cannot copy ${from} for a throw-away mount: it is larger than 1 GiB`);
  }
  try {
    copyTree(from, to);
  } catch (error) {
    throw new SandboxError("policy", `cannot copy ${from} for a throw-away mount: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

const MOST_COPIED = 1 << 30;

/** Stops counting when it is more than `most`. */
function sizeOf(folder: string, most: number): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += sizeOf(path, most - bytes);
    else if (entry.isFile()) bytes += lstatSync(path).size;
    if (bytes > most) break;
  }
  return bytes;
}

function makeIn(path: string, type: Slot["type"]): void {
  mkdirSync(type === "folder" ? path : dirname(path), { recursive: true });
  if (type === "file") writeFileSync(path, "");
}
