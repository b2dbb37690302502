import { existsSync, linkSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { draftFor, writeDurably } from "./durable-draft.ts";

/** Something is there already, and nobody said that it may be replaced. */
export class ExistsError extends Error {
  override readonly name = "ExistsError";
}

/** Makes a new file: it appears with its whole content or not at all, and never takes the place of another. */
export function createFile(path: string, text: string, mode = 0o666): void {
  const draft = draftFor(path);
  try {
    writeDurably(draft, text, mode);
    moveTo(draft, path);
  } catch (error) {
    throw isTaken(error) ? new ExistsError(path, { cause: error }) : error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Makes a new folder with these files, named relative to it. An empty folder may be there already. Between two files the
 * signal is heard: then it throws its reason, and nothing is left behind.
 */
export async function createFolder(
  path: string,
  files: readonly { path: string; text: string | Uint8Array }[],
  signal?: AbortSignal,
): Promise<void> {
  const draft = draftFor(path);
  try {
    if (existsSync(path) && readdirSync(path).length > 0) throw new ExistsError(path);
    mkdirSync(draft);
    for (const [index, file] of files.entries()) {
      const place = join(draft, file.path);
      mkdirSync(dirname(place), { recursive: true });
      writeDurably(place, file.text);
      if (index % 20 === 19) await setImmediate();
      signal?.throwIfAborted();
    }
    renameSync(draft, path);
  } catch (error) {
    throw isTaken(error) ? new ExistsError(path, { cause: error }) : error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Unlike a rename, a link refuses to replace what somebody else has put there meanwhile. Not every disk knows links. */
function moveTo(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(codeOf(error))) throw error;
    if (lstatSync(path, { throwIfNoEntry: false })) throw new ExistsError(path, { cause: error });
    renameSync(draft, path);
  }
}

const isTaken = (error: unknown): boolean => ["EEXIST", "ENOTEMPTY", "ENOTDIR", "EISDIR"].includes(codeOf(error));

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? "";
