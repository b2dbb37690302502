import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { pathOf } from "../std/path-bytes.ts";
import { inFolder } from "./held-folder.ts";

/** A file of a plan directory, by its path in there. */
export type PlanFile = { path: string; bytes: Buffer };

/** `problems` are about what is no file, or too much; each begins with the path it is about. */
export type PlanFiles = { files: PlanFile[]; problems: string[] };

/**
 * Reads what is in a plan directory, in the order of the paths. Whoever writes there is not trusted: links are named and
 * never followed, nothing but files is opened, and what is read has an end. Names that begin with a dot are nobody's plan.
 */
export function readPlanFiles(folder: string): PlanFiles {
  const files: PlanFile[] = [];
  const problems: string[] = [];
  let seen = 0;
  let bytesLeft = MOST_BYTES;
  const look = (at: string, above: string, depth: number): void => {
    for (const entry of readdirSync(at, { withFileTypes: true, encoding: "buffer" })) {
      const name = pathOf(entry.name);
      const path = `${above}${name}`;
      seen += 1;
      if (seen > MOST_ENTRIES) return;
      if (name.startsWith(".")) continue;
      if (entry.isSymbolicLink()) problems.push(`${path} is a symbolic link; put the file itself here`);
      else if (!name.isWellFormed()) problems.push(`${path.toWellFormed()} has a name that is not UTF-8`);
      else if (entry.isDirectory() && depth >= DEEPEST) problems.push(`${path} lies too deep for a plan`);
      else if (entry.isDirectory()) lookInto(`${at}/${name}`, path, depth + 1);
      else if (!entry.isFile()) problems.push(`${path} is no file`);
      else {
        const read = readWhole(`${at}/${name}`, Math.min(LARGEST, bytesLeft));
        if (typeof read === "string") problems.push(`${path} ${read}`);
        else {
          bytesLeft -= read.length;
          files.push({ path, bytes: read });
        }
      }
    }
  };
  const lookInto = (at: string, path: string, depth: number): void => {
    try {
      inFolder(at, (inside) => look(inside, path === "." ? "" : `${path}/`, depth));
    } catch (error) {
      // Its writer has closed it. Everything else is a fault of the machine's.
      if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
      problems.push(`${path} cannot be read (EACCES)`);
    }
  };
  lookInto(folder, ".", 1);
  if (seen > MOST_ENTRIES) problems.push(`. holds more than ${MOST_ENTRIES} files and folders`);
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), problems: problems.sort() };
}

const MEBI = 1024 * 1024;
const LARGEST = 4 * MEBI;
const MOST_BYTES = 16 * MEBI;
const MOST_ENTRIES = 1000;
const DEEPEST = 8;

/** The bytes of a file, or why there are none. Somebody may still be at work on it. */
function readWhole(path: string, most: number): Buffer | string {
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return "is no file";
    if (stats.size > most) return "is larger than a plan can be";
    // One byte more than it has, so that its end is seen.
    const bytes = Buffer.alloc(stats.size + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(handle, bytes, length, bytes.length - length, null);
    }
    return length > stats.size ? "was written while it was read" : bytes.subarray(0, length);
  } finally {
    closeSync(handle);
  }
}
