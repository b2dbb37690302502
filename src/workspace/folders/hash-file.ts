import { createHash, hash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { fsPath } from "../../std/path-bytes.ts";

/** The SHA-256 of a file's raw bytes in hex; null when it may not be read or is no plain file any more. */
export function hashFile(path: string): string | null {
  let handle: number;
  try {
    // A fifo or a link that took its place since it was listed must neither be waited for nor followed.
    handle = openSync(fsPath(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const kind = fstatSync(handle);
    return kind.isFile() ? hashOf(handle) : null;
  } catch {
    return null;
  } finally {
    closeSync(handle);
  }
}

function hashOf(handle: number): string {
  const first = readSync(handle, chunk);
  if (first < chunk.length) return hash("sha256", chunk.subarray(0, first), "hex");
  const running = createHash("sha256").update(chunk);
  for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk))
    running.update(chunk.subarray(0, read));
  return running.digest("hex");
}

const chunk = Buffer.allocUnsafe(256 * 1024);
