import { closeSync, constants, ftruncateSync, openSync, writeFileSync } from "node:fs";

/**
 * Writes a file where it is. One that is made anew, or emptied first, takes a file system ten times as long. Whoever reads it
 * meanwhile, or after a crash, may find some of both: only for what nobody believes then. A link is refused with `ELOOP`.
 */
export function writeOver(path: string, content: string | Uint8Array, mode = 0o666): void {
  const handle = openIfThere(path);
  if (handle === null) return writeFileSync(path, content, { mode });
  try {
    // From its beginning, and whole: a disk that is full throws.
    writeFileSync(handle, content);
    ftruncateSync(handle, Buffer.byteLength(content));
  } finally {
    closeSync(handle);
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
