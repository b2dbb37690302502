import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Watch } from "../ports/sandbox.ts";
import type { Seen } from "../record/seen.ts";

/** What was written to an overlay, by its upper folder. Null when it is more than anybody would look through. */
export function writtenIn(upper: string, { files, passedOver }: Watch): Seen["written"] | null {
  const watched = new Set(files);
  const written: Seen["written"] = [];
  const todo = [""];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    for (const entry of opened(join(upper, folder), (path) => readdirSync(path, { withFileTypes: true }))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) {
        const hash = watched.has(path) && entry.isFile() ? hashOf(join(upper, path)) : null;
        written.push({ path, ...(hash !== null && { hash }) });
      } else if (!passedOver(path)) todo.push(path);
      if (written.length > MOST) return null;
    }
  }
  return written;
}

const MOST = 20_000;

/** Null for one that is too large to be compared. */
const hashOf = (file: string): string | null =>
  statSync(file).size > LARGEST ? null : createHash("sha256").update(opened(file, readFileSync)).digest("hex");

const LARGEST = 1 << 26;

/** Whatever mode a program has given it: it is ours, and thrown away. */
function opened<Content>(path: string, read: (path: string) => Content): Content {
  try {
    return read(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    chmodSync(path, 0o700);
    return read(path);
  }
}
