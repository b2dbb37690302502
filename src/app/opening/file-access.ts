import { Refused } from "../../std/refusal.ts";

const REASONS: Record<string, string> = {
  EACCES: "permission denied",
  EEXIST: "something that is no folder is there",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be larger than allowed",
  EIO: "the disk cannot be read or written",
  ELOOP: "too many symbolic links",
  EMFILE: "too many files are open in this process; raise `ulimit -n`",
  ENFILE: "too many files are open on this machine",
  ENAMETOOLONG: "the path is too long",
  EISDIR: "it is a folder",
  ENOENT: "no such file or folder",
  ENOMEM: "not enough memory",
  ENOSPC: "no space left on the disk",
  ENOTDIR: "a part of the path is not a folder",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
};

/** Does something with a file; what the system refuses becomes one line that names the path and the reason. */
export function withFile<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined || error instanceof Refused) throw error;
    throw new Refused("bad-file", `${path}: ${REASONS[code] ?? code}`, { cause: error });
  }
}

/**
 * The same for an error that nobody expected at its place: a disk can be full and a folder closed anywhere. Null for what
 * is no doing of the system: whether a file is there, we should have known.
 */
export function refusalBySystem(error: unknown): string | null {
  const { code, path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  const reason = code === undefined || OURS_TO_KNOW.has(code) ? undefined : REASONS[code];
  if (reason === undefined || syscall === undefined) return null;
  // Of a copy only the place it goes to can be full.
  return `${dest ?? path ?? syscall}: ${reason}`;
}

const OURS_TO_KNOW = new Set(["EEXIST", "EISDIR", "ENOENT", "ENOTDIR"]);
