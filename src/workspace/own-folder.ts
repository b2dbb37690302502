import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, realpathSync, renameSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { type Claim, claimOn } from "../std/claim.ts";
import { isRunning } from "../std/process-mark.ts";
import { takeClaim } from "./claim.ts";
import { WorkspaceError } from "./errors.ts";
import { removeFolder } from "./remove-folder.ts";

/**
 * Folders that Planwright made, and the only ones that it ever resets, cleans or removes. Each holds a marker (a claim
 * with the folder's id and place) beside its content, which is in folders of its own such as `tree`: what a worker
 * writes there can neither make nor unmake a marker.
 */

/**
 * Makes the folder, or takes over one of ours whose process is gone. Throws `locked` when another process has it, and
 * `not-ours` when something else is there.
 */
export function makeOwnFolder(path: string): string {
  const place = resolve(path);
  if (lstatSync(place, { throwIfNoEntry: false })) {
    takeClaim(place, MARKER, markerOf(place).note, "again");
    return place;
  }
  mkdirSync(dirname(place), { recursive: true });
  const parent = realpathSync(dirname(place));
  const here = join(parent, basename(place));
  const id = randomUUID();
  // Nobody ever sees a folder of ours without its marker; one left half made is swept like the others.
  const draft = join(parent, besideName(id));
  mkdirSync(draft);
  try {
    takeClaim(draft, MARKER, JSON.stringify({ id, path: here }));
    renameSync(draft, here);
  } catch (error) {
    removeFolder(draft);
    // Another process made it between our look and our move: now it is theirs, as if we had come later.
    if (isThereNow(error)) return makeOwnFolder(here);
    throw error;
  }
  return here;
}

/** Whether the folder has a valid marker of its own. Never throws. */
export function isOurs(path: string): boolean {
  try {
    return markerOf(path) !== null;
  } catch {
    return false;
  }
}

/** Throws `not-ours` unless the folder is one that Planwright made, named by its real path. */
export function requireOwnFolder(path: string): void {
  markerOf(path);
}

/** Removes the folder at once from its place, then all that is in it. One that is not there any more is no fault. */
export function removeOwnFolder(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })) return;
  const claim = markerOf(path);
  const beside = join(dirname(path), besideName(noteOf(claim).id));
  if (path !== beside) renameSync(path, beside);
  removeFolder(beside);
}

/** Removes the folders of ours in `root` whose process is gone, and says which. Several may sweep at once. */
export function sweepOwnFolders(root: string): string[] {
  return namesIn(root).filter((name) => {
    const path = join(root, name);
    if (!isOurs(path)) return false;
    try {
      // Only one of several sweepers becomes the holder, and none while the holder lives.
      const { holder, note } = markerOf(path);
      if (holder && isRunning(holder)) return false;
      takeClaim(path, MARKER, note);
      removeOwnFolder(path);
      return true;
    } catch (error) {
      if (isOvertaken(error)) return false;
      throw error;
    }
  });
}

const MARKER = "planwright-folder";

/** Where a folder is while it is being made or removed. */
const besideName = (id: string): string => `.planwright-${id}`;

function markerOf(path: string): Claim {
  const refuse = (why: string) => new WorkspaceError("not-ours", `${path} is left alone: ${why}`);
  const kind = lstatSync(path, { throwIfNoEntry: false });
  if (!kind?.isDirectory()) throw refuse(kind ? "it is no folder" : "it is not there");
  if (realpathSync(path) !== path) throw refuse("its real path is another one");
  if (holdsHome(path)) throw refuse("a home folder is in it");
  if (lstatSync(join(path, ".git"), { throwIfNoEntry: false })) throw refuse("it is the top folder of a repository");

  const claim = claimOn(path, MARKER);
  if (!claim) throw refuse("Planwright did not make it");
  const { id, path: place } = noteOf(claim);
  // A copy of one of our folders is not ours: its marker names another place.
  if (path !== place && path !== join(dirname(place), besideName(id)))
    throw refuse("its marker belongs to another folder");
  return claim;
}

function holdsHome(path: string): boolean {
  const inside = path === "/" ? path : `${path}/`;
  return [homedir(), userInfo().homedir].some((home) => `${home}/`.startsWith(inside));
}

/** A marker that we did not write names no place, and so belongs to none. */
function noteOf(claim: Claim): { id: string; path: string } {
  try {
    const { id, path } = JSON.parse(claim.note) as { id?: unknown; path?: unknown };
    if (typeof id === "string" && /^[0-9a-f-]{36}$/.test(id) && typeof path === "string") return { id, path };
  } catch {}
  return { id: "", path: "" };
}

function namesIn(root: string): string[] {
  try {
    return readdirSync(root);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

const isThereNow = (error: unknown): boolean =>
  ["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Somebody else has removed it, or has it now. */
const isOvertaken = (error: unknown): boolean =>
  (error instanceof WorkspaceError && (error.code === "locked" || error.code === "not-ours")) ||
  (error as NodeJS.ErrnoException).code === "ENOENT";
