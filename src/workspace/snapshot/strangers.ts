import { lstatSync, readdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { TreeId } from "../../ports/git.ts";
import { placeIn } from "../git/nul-paths.ts";
import { type Folders, named } from "../objects/tree-objects.ts";

/**
 * What lies in a folder and has no place in a tree: new files and folders, the topmost for all that is in it, and what
 * stands where the tree has a folder. Names have a letter for each byte (latin1). Null when not everything can be seen.
 * Nothing that a worker writes is asked for advice here, so nothing makes this list shorter than it must be.
 */
export async function strangersIn(folder: string, tree: TreeId, itemsOf: Folders): Promise<string[] | null> {
  const strangers: string[] = [];
  const waiting = [{ id: tree, prefix: "" }];
  for (let seen = 0, next = waiting.pop(); next !== undefined; seen += 1, next = waiting.pop()) {
    // Whatever was started before this goes on meanwhile.
    if (seen % AT_A_TIME === 0) await setImmediate();
    const { id, prefix } = next;
    const names = listed(placeIn(folder, prefix));
    if (names === null) return null;
    const items = itemsOf(id);
    const known = named(items);
    // A git directory is never part of a tree, wherever it lies.
    for (const name of names) if (!known.has(name) && name !== ".git") strangers.push(prefix + name);
    for (const { mode, name, id } of items) {
      if (mode !== "040000") continue;
      const kind = kindOf(placeIn(folder, prefix + name));
      if (kind === null) return null;
      if (kind === "folder") waiting.push({ id, prefix: `${prefix}${name}/` });
      else if (kind === "other") strangers.push(prefix + name);
    }
  }
  return strangers;
}

const AT_A_TIME = 20;

function listed(folder: string | Buffer): string[] | null {
  try {
    return readdirSync(folder, "latin1");
  } catch {
    return null;
  }
}

/** Null when it may not be seen. */
function kindOf(path: string | Buffer): "folder" | "other" | "nothing" | null {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat === undefined ? "nothing" : stat.isDirectory() ? "folder" : "other";
  } catch {
    return null;
  }
}
