import { readFileSync } from "node:fs";

/** A file's text, or null when there is no such file. */
export function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return null;
    throw error;
  }
}
