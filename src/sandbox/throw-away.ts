import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { copyTree } from "./copy-tree.ts";
import { isInside, type Slot } from "./layers.ts";
import { SandboxError } from "./sandbox-error.ts";

/**
 * An overlay still to be mounted at `mnt.NUMBER` in the scratch folder, and what then is still to be made in it. What is
 * written goes to `upper.NUMBER`. `lower` is how mount options can name the folder it lies over.
 */
export type Overlay = { number: number; over: string; lower: string; make: Slot["make"] };

/** `places` says for every throw-away mount where in the scratch folder it lies, once the overlays are mounted. */
export type ThrowAway = { places: string[]; overlays: Overlay[] };

/**
 * Prepares all throw-away mounts of a run. Single files are copied, and folders where this machine has no overlays.
 * Few files are made here: where many others have just been deleted, a file system can take long for a new one.
 */
export function prepareThrowAway(slots: readonly Slot[], scratch: string, hasOverlay: boolean): ThrowAway {
  const places: string[] = [];
  const overlays: Overlay[] = [];
  const families = Map.groupBy(slots, ({ show, type }) => (type === "folder" && hasOverlay ? dirname(show) : ""));
  for (const [number, slot] of slots.entries()) {
    const parent = dirname(slot.show);
    const isOfFamily = (families.get(parent)?.length ?? 0) > 1 && !isInside(scratch, parent);
    if (slot.type === "file" || !hasOverlay) places.push(copied(slot, join(scratch, `copy.${number}`)));
    else places.push(overlaid(slot, scratch, isOfFamily ? parent : slot.show, overlays));
  }
  return { places, overlays };
}

function copied({ show, type, make }: Slot, place: string): string {
  if (type === "file") copyFileSync(show, place);
  else copyFolder(show, place);
  for (const { within, type } of make) makeIn(place + within, type);
  return place;
}

/**
 * Folders that lie side by side share one overlay of the folder they lie in, because mounting one takes a few
 * milliseconds. Of that folder only they are ever shown.
 */
function overlaid({ show, make }: Slot, scratch: string, lower: string, overlays: Overlay[]): string {
  const overlay = overlays.find((each) => each.over === lower) ?? newOverlay(scratch, lower, overlays.length);
  overlays[overlay.number] = overlay;
  const within = show.slice(lower.length);
  const upper = join(scratch, `upper.${overlay.number}`) + within;
  for (const place of make) {
    // Deeper, folders would be needed that are exactly as those below.
    if (dirname(place.within) !== "/") overlay.make.push({ within: within + place.within, type: place.type });
    else {
      makeLike(show, upper);
      makeIn(upper + place.within, place.type);
    }
  }
  return join(scratch, `mnt.${overlay.number}`) + within;
}

function newOverlay(scratch: string, over: string, number: number): Overlay {
  for (const name of ["upper", "work"]) mkdirSync(join(scratch, `${name}.${number}`));
  const mnt = join(scratch, `mnt.${number}`);
  // An earlier run may have left it there, empty.
  if (!existsSync(mnt)) mkdirSync(mnt);
  if (PLAIN.test(over)) return { number, over, lower: over, make: [] };
  const lower = `lower.${number}`;
  symlinkSync(over, join(scratch, lower));
  return { number, over, lower, make: [] };
}

/** Others may mean something in mount options: a comma, a colon, a quote. They are reached through a link. */
const PLAIN = /^[\w./+@-]+$/;

/** From now on it stands for the folder below. */
function makeLike(show: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, lstatSync(show).mode & 0o7777);
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
