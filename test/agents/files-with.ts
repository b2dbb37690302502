import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The files below a folder that have these words in them, however they are stored. */
export const filesWith = (words: string, folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readIfThere(path).includes(words))
    .map((path) => relative(folder, path));

/** A database makes and removes files while we look. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
