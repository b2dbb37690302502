import { existsSync, readFileSync } from "node:fs";
import { createFile } from "../std/create-atomically.ts";
import { repeatedKey } from "../std/repeated-key.ts";
import { writeAtomically } from "../std/write-atomically.ts";
import { DeskError } from "./desk-error.ts";
import { familyOf, isThreadId } from "./thread-id.ts";

/** What is kept about one thread. `folder` is the name of its plan directory; revision n is at place n - 1. */
export type KeptThread = {
  id: string;
  /** The thread from which it is planned; null for one that stands alone. */
  requestedBy: string | null;
  folder: string;
  topic: string | null;
  /** Its plan was taken away on purpose, and none was committed since. */
  isCleared: boolean;
  /** Hashes; null where the plan was withdrawn. */
  revisions: readonly (string | null)[];
};

/** The threads of one family, oldest first; null where there is no file yet. Throws `DeskError` for a damaged one. */
export function readThreads(file: string, family: string): readonly KeptThread[] | null {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, "utf8");
  const fault = (why: string): DeskError =>
    new DeskError("damaged", `${file} is damaged (${why}); put it right, or move it away to begin anew`);
  const value = parsed(text);
  if (value === undefined) throw fault("it is not JSON");
  if (repeatedKey(text) !== null) throw fault(`it says \`${repeatedKey(text)}\` twice`);
  if (!isObject(value) || value.format !== FORMAT) throw fault(`its format is not ${FORMAT}`);
  if (!Array.isArray(value.threads) || value.threads.length === 0) throw fault("it has no threads");
  const threads = value.threads.map((each, index) => {
    if (!isThread(each, family)) throw fault(`thread ${index + 1} makes no sense`);
    return each;
  });
  for (const name of ["id", "folder"] as const) {
    if (new Set(threads.map((each) => each[name])).size < threads.length) throw fault(`two threads have one ${name}`);
  }
  return threads;
}

/** Whoever reads it sees all of this, or all that was there before. */
export function writeThreads(file: string, threads: readonly KeptThread[]): void {
  const text = `${JSON.stringify({ format: FORMAT, threads }, null, 2)}\n`;
  if (existsSync(file)) writeAtomically(file, text);
  else createFile(file, text, 0o600);
}

const FORMAT = 1;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Its directory is named by us, so that no file can make us delete another. */
const isThread = (value: unknown, family: string): value is KeptThread =>
  isObject(value) &&
  isIdOf(value.id, family) &&
  (value.requestedBy === null || isIdOf(value.requestedBy, family)) &&
  typeof value.folder === "string" &&
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value.folder) &&
  (value.topic === null || typeof value.topic === "string") &&
  typeof value.isCleared === "boolean" &&
  Array.isArray(value.revisions) &&
  value.revisions.every((hash) => hash === null || (typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash)));

const isIdOf = (value: unknown, family: string): boolean =>
  typeof value === "string" && isThreadId(value) && familyOf(value) === family;
