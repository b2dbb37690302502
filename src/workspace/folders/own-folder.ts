import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, realpathSync, renameSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { type Claim, claimOn, releaseClaim } from "../../std/claim.ts";
import { isDeadDraft } from "../../std/dead-drafts.ts";
import { isRunning, isSameProcess, thisProcess } from "../../std/process-mark.ts";
import { WorkspaceError } from "../errors.ts";
import { takeClaim } from "./claim.ts";
import { removeFolder } from "./remove-folder.ts";

/**
 * Folders that Planwright made, and the only ones that it ever resets, cleans or removes. Each holds a marker (a claim
 * with the folder's id and place) beside its content, which is in folders of its own such as `tree`: what a worker
 * writes there can neither make nor unmake a marker.
 */

/**
 * Makes the folder, or takes over one of ours whose process is gone. Throws `locked` when another process has it, or this
 * one under another name than `as`, and `not-ours` when something else is there.
 */
export function makeOwnFolder(path: string, as?: string): string {
  const place = resolve(path);
  if (lstatSync(place, { throwIfNoEntry: false })) {
    takeClaim(place, MARKER, markerOf(place).note, "again", as);
    return place;
  }
  mkdirSync(dirname(place), { recursive: true });
  const parent = realpathSync(dirname(place));
  const here = join(parent, basename(place));
  sweepHalfOnes(parent);
  const id = randomUUID();
  // Nobody ever sees a folder of ours without its marker; one left half made is swept like any other draft.
  const draft = join(parent, besideName(id));
  mkdirSync(draft);
  try {
    takeClaim(draft, MARKER, JSON.stringify({ id, path: here }), "once", as);
    renameSync(draft, here);
  } catch (error) {
    removeFolder(draft);
    // Another process made it between our look and our move: now it is theirs, as if we had come later.
    if (isThereNow(error)) return makeOwnFolder(here, as);
    throw error;
  }
  return here;
}

/**
 * Lets go of a folder that this process has made or taken, and of those of ours directly in it: others may take them, while
 * it lives. One that is not there any more is no fault.
 */
export function leaveOwnFolder(path: string): void {
  if (!isOurs(path)) return;
  for (const name of readdirSync(path)) if (isOurs(join(path, name))) leave(join(path, name));
  leave(path);
}

function leave(path: string): void {
  const claim = markerOf(path);
  if (claim.holder && isSameProcess(claim.holder, thisProcess())) releaseClaim(claim);
}

/** Whether somebody who lives has the folder, be it this process. Never throws. */
export function isTaken(path: string): boolean {
  const holder = isOurs(path) ? claimOn(path, MARKER)?.holder : null;
  return holder ? isRunning(holder) : false;
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
  renameSync(path, beside);
  removeFolder(beside);
}

/** Removes what processes that are gone have half made or half removed in `root`. Several may sweep at once. */
function sweepHalfOnes(root: string): void {
  for (const name of readdirSync(root)) {
    if (name.startsWith(BESIDE) && isDeadDraft(name)) removeFolder(join(root, name));
  }
}

const MARKER = "planwright-folder";

/** Where a folder is while this process makes or removes it. */
const besideName = (id: string): string => `${BESIDE}${id}.${process.pid}.tmp`;
const BESIDE = ".planwright-";

function markerOf(path: string): Claim {
  const refuse = (why: string) => new WorkspaceError("not-ours", `${path} is left alone: ${why}`);
  const kind = lstatSync(path, { throwIfNoEntry: false });
  if (!kind?.isDirectory()) throw refuse(kind ? "it is no folder" : "it is not there");
  if (realpathSync(path) !== path) throw refuse("its real path is another one");
  if (holdsHome(path)) throw refuse("a home folder is in it");
  if (lstatSync(join(path, ".git"), { throwIfNoEntry: false })) throw refuse("it is the top folder of a repository");

  const claim = claimOn(path, MARKER);
  if (!claim) throw refuse("Planwright did not make it");
  // A copy of one of our folders is not ours: its marker names another place.
  if (path !== noteOf(claim).path) throw refuse("its marker belongs to another folder");
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

const isThereNow = (error: unknown): boolean =>
  ["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
