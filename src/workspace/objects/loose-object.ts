import { hash, randomUUID } from "node:crypto";
import { mkdirSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";

/** `bytes` are what the id is the hash of. */
export type LooseObject = { id: string; bytes: Buffer };

export function looseObject(
  { objectFormat }: Pick<HarnessGit, "objectFormat">,
  type: "tree" | "blob" | "commit",
  body: Uint8Array,
): LooseObject {
  const bytes = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
  return { id: hash(objectFormat, bytes, "hex"), bytes };
}

/**
 * Stores an object as git does when it stores a single one, without starting a git: a deflated file, put in its place as
 * a whole. Only where a repository has `plainObjects`. Whoever stores several stores what they name first.
 */
export function writeLooseObject(git: HarnessGit, { id, bytes }: LooseObject): void {
  const folder = join(git.gitDir, "objects", id.slice(0, 2));
  const path = join(folder, id.slice(2));
  if (isThere(path)) return;
  // After a crash `git prune` knows such a file by its name.
  const draft = join(folder, `tmp_obj_${randomUUID()}`);
  try {
    makeFolder(folder);
    writeFileSync(draft, deflateSync(bytes, { level: FASTEST }), { flag: "wx", mode: 0o444 });
    renameSync(draft, path);
  } catch (error) {
    takeAway(draft);
    throw notStored(join(git.facts.commonDir, "objects"), error as NodeJS.ErrnoException);
  }
}

/** Stores one object and gives its id; without starting a git where that is possible. */
export async function storeObject(git: HarnessGit, type: "blob" | "commit", body: Uint8Array): Promise<string> {
  if (git.plainObjects && body.length <= SMALL) {
    const object = looseObject(git, type, body);
    writeLooseObject(git, object);
    return object.id;
  }
  const stored = await git.run(["hash-object", "-t", type, "-w", "--no-filters", "--stdin"], { input: body });
  return stored.stdout.toString("latin1").trim();
}

/** Nothing else happens here while it is deflated. */
const SMALL = 256 * 1024;

/** As git has it for loose objects. */
const FASTEST = 1;

/**
 * What is there becomes young again, as with git: `git gc` takes away what is old and not in use yet. An empty file is no
 * object: the machine went down before its content was on the disk.
 */
function isThere(path: string): boolean {
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  } catch {
    return false;
  }
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // It may belong to somebody else.
  }
  return true;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** What was in the way of a draft may also be in the way of this. */
function takeAway(draft: string): void {
  try {
    unlinkSync(draft);
  } catch {}
}

/** The same words as for a git that fails so. */
export function notStored(objects: string, error: NodeJS.ErrnoException): WorkspaceError {
  const { code = "", message } = error;
  if (code === "ENOSPC" || code === "EDQUOT")
    return new WorkspaceError("disk-full", "the disk is full; make room and try again", { cause: error });
  const refused = REFUSED[code];
  if (refused !== undefined)
    return new WorkspaceError("read-only", `${objects} cannot be written to: ${refused}`, { cause: error });
  return new WorkspaceError("git-failed", `an object cannot be stored in ${objects}: ${message}`, { cause: error });
}

/** Node's own words would name a path of ours, which leads there. */
const REFUSED: Readonly<Record<string, string>> = {
  EROFS: "Read-only file system",
  EACCES: "Permission denied",
  EPERM: "Operation not permitted",
};
