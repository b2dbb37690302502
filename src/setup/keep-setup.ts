import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Claim, claimOn, releaseClaim } from "../std/claim.ts";
import { createFile } from "../std/create-atomically.ts";
import { bootId, isRunning } from "../std/process-mark.ts";
import { WorkspaceError } from "../workspace/errors.ts";
import { takeClaim } from "../workspace/folders/claim.ts";
import { leaveOwnFolder, makeOwnFolder, removeOwnFolder } from "../workspace/folders/own-folder.ts";
import { removeOldSetUps } from "./old-setups.ts";

/** A set-up that is there: its folder, and the layers in its `tree`. */
export type KeptSetUp = { folder: string; layers: readonly string[]; isNew: boolean };

export type SetUpPlace = { folder: string; key: string; signal: AbortSignal; told(line: string): void };

type Fill<Failure> = (folder: string) => Promise<{ layers: string[] } | Failure>;

/**
 * The set-up of this key, filled by `fill` when it is not there yet, by one process at a time. What `fill` gives back is
 * written down last, so that a set-up which was cut short is never believed; when it gives something else, or throws,
 * nothing is kept.
 */
export async function keepSetUp<Failure extends object>(
  { folder, key, signal, told }: SetUpPlace,
  fill: Fill<Failure>,
): Promise<KeptSetUp | Failure> {
  mkdirSync(folder, { recursive: true });
  const place = join(folder, key);
  for (let isTold = false; ; isTold = true) {
    const layers = layersNotedIn(place);
    if (layers !== null) return { folder: place, layers, isNew: false };
    const claim = claimFor(place);
    if (claim !== null) return filledUnder(claim, place, fill);
    if (!isTold) told("waiting for another run, which makes the same set-up");
    await sleep(POLL_MS, undefined, { signal });
  }
}

async function filledUnder<Failure extends object>(
  claim: Claim,
  place: string,
  fill: Fill<Failure>,
): Promise<KeptSetUp | Failure> {
  let filled: { layers: string[] } | Failure;
  try {
    rmSync(noteIn(place), { force: true });
    filled = await fill(place);
    if ("layers" in filled) createFile(noteIn(place), JSON.stringify({ layers: filled.layers, boot: bootId() }));
  } catch (error) {
    removeOwnFolder(place);
    throw error;
  }
  if (!("layers" in filled)) {
    removeOwnFolder(place);
    return filled;
  }
  releaseClaim(claim);
  leaveOwnFolder(place);
  removeOldSetUps(dirname(place), lastUse, isBeingFilled);
  return { folder: place, layers: filled.layers, isNew: true };
}

const POLL_MS = 100;

const noteIn = (place: string): string => join(place, "made.json");

/**
 * Null unless it is complete. After another start of the machine it is not: its files may never have reached the disk.
 * Whoever asks is going to use it, so it is not removed as an old one.
 */
function layersNotedIn(place: string): string[] | null {
  try {
    const { layers, boot } = JSON.parse(readFileSync(noteIn(place), "utf8")) as { layers: string[]; boot: string };
    if (boot !== bootId()) return null;
    const now = new Date();
    utimesSync(noteIn(place), now, now);
    return layers;
  } catch {
    return null;
  }
}

const lastUse = (place: string): number =>
  (statSync(noteIn(place), { throwIfNoEntry: false }) ?? statSync(place)).mtimeMs;

/** The right to fill it; null while another run does, in this process or another. */
function claimFor(place: string): Claim | null {
  try {
    makeOwnFolder(place);
    const claim = takeClaim(place, FILLING, "");
    if (layersNotedIn(place) === null) return claim;
    // It was finished between our look and our claim, by somebody who is gone.
    releaseClaim(claim);
    return null;
  } catch (error) {
    // Held by somebody; or taken away between our two steps, because filling it has failed.
    if (error instanceof WorkspaceError && error.code === "locked") return null;
    if (!existsSync(place)) return null;
    throw error;
  }
}

const FILLING = "filling";

function isBeingFilled(place: string): boolean {
  const holder = claimOn(place, FILLING)?.holder ?? null;
  return holder !== null && isRunning(holder);
}
