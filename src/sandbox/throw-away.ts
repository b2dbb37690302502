import { chmodSync, copyFileSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { copyTree } from "./copy-tree.ts";
import { isInside, type Slot } from "./layers.ts";
import { SandboxError } from "./sandbox-error.ts";

/** An overlay still to be mounted at `scratch/NUMBER/mnt`, and what then is still to be made in it. */
export type Overlay = { number: number; make: Slot["make"] };

/**
 * Prepares `scratch/N/mnt` for every throw-away mount, and says which overlays are still to be mounted.
 * The others are copies: single files always, folders where this machine has no overlays for us.
 */
export function prepareThrowAway(slots: readonly Slot[], scratch: string, hasOverlay: boolean): Overlay[] {
  const overlaid: number[] = [];
  for (const [number, slot] of slots.entries()) {
    const folder = join(scratch, String(number));
    const mount = join(folder, "mnt");
    mkdirSync(folder);
    if (slot.type === "file") copyFileSync(slot.show, mount);
    else if (hasOverlay) overlaid.push(number);
    else {
      copyFolder(slot.show, mount);
      for (const { within, type } of slot.make) makeIn(mount + within, type);
    }
  }
  const families = Map.groupBy(overlaid, (number) => dirname(slots[number]?.show ?? ""));
  return [...families].flatMap(([parent, numbers], family) =>
    numbers.length > 1 && !isInside(scratch, parent)
      ? [overlayOfFamily(slots, scratch, parent, numbers, slots.length + family)]
      : numbers.map((number) => overlayOf(slots, scratch, number)),
  );
}

function overlayOf(slots: readonly Slot[], scratch: string, number: number): Overlay {
  const { show = "", make = [] } = slots[number] ?? {};
  const upper = layOut(join(scratch, String(number)), show);
  return { number, make: make.filter((place) => !isMadeAtTop(upper, place)) };
}

/**
 * Folders that lie side by side share one overlay of the folder they lie in, because mounting one takes a few
 * milliseconds. Of that folder only they are ever shown; their own `mnt` is a link into it.
 */
function overlayOfFamily(
  slots: readonly Slot[],
  scratch: string,
  parent: string,
  members: readonly number[],
  number: number,
): Overlay {
  const upper = layOut(join(scratch, String(number)), parent);
  const make = members.flatMap((member) => {
    const { show = "", make = [] } = slots[member] ?? {};
    const name = basename(show);
    symlinkSync(join("..", String(number), "mnt", name), join(scratch, String(member), "mnt"));
    if (make.length === 0) return [];
    // As the one below, which it stands for from now on.
    mkdirSync(join(upper, name));
    chmodSync(join(upper, name), lstatSync(show).mode & 0o7777);
    const rest = make.filter((place) => !isMadeAtTop(join(upper, name), place));
    return rest.map(({ within, type }) => ({ within: `/${name}${within}`, type }));
  });
  return { number, make };
}

/** The folders of one overlay; returns the one that takes what is written. */
function layOut(folder: string, lower: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of ["upper", "work", "mnt"]) mkdirSync(join(folder, name));
  symlinkSync(lower, join(folder, "lower"));
  return join(folder, "upper");
}

/** What lies at the top can be made before anything is mounted. Deeper, folders would be needed that are as those below. */
function isMadeAtTop(upper: string, { within, type }: Slot["make"][number]): boolean {
  if (dirname(within) !== "/") return false;
  makeIn(upper + within, type);
  return true;
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
