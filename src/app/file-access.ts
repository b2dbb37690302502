import { UsageError } from "./usage-error.ts";

const REASONS: Record<string, string> = {
  EACCES: "permission denied",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be larger than allowed",
  EIO: "the disk cannot be read or written",
  ELOOP: "too many symbolic links",
  ENAMETOOLONG: "the path is too long",
  ENOENT: "no such file or folder",
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
    if (code === undefined) throw error;
    throw new UsageError(`${path}: ${REASONS[code] ?? code}`, { cause: error });
  }
}
