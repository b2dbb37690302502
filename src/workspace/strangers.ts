import { lstatSync, readdirSync } from "node:fs";
import type { TreeId } from "../ports/git.ts";
import type { Folders, TreeItem } from "./tree-objects.ts";

/**
 * What lies in a folder and has no place in a tree: new files and folders, the topmost for all that is in it, and what
 * stands where the tree has a folder. Names have a letter for each byte (latin1). Null when not everything can be seen.
 * Nothing that a worker writes is asked for advice here, so nothing makes this list shorter than it must be.
 */
export function strangersIn(folder: string, tree: TreeId, itemsOf: Folders): string[] | null {
  const strangers: string[] = [];
  const look = (id: TreeId, prefix: string): boolean => {
    const names = listed(`${folder}/${prefix}`);
    if (names === null) return false;
    const items = itemsOf(id);
    const known = namesOf(items);
    // A git directory is never part of a tree, wherever it lies.
    for (const name of names) if (!known.has(name) && name !== ".git") strangers.push(prefix + name);
    return items.every(({ mode, name, id }) => {
      if (mode !== "040000") return true;
      const kind = lstatSync(place(`${folder}/${prefix}${name}`), { throwIfNoEntry: false });
      if (kind?.isDirectory()) return look(id, `${prefix}${name}/`);
      if (kind) strangers.push(prefix + name);
      return true;
    });
  };
  return look(tree, "") ? strangers : null;
}

function listed(folder: string): string[] | null {
  try {
    return readdirSync(place(folder), "latin1");
  } catch {
    return null;
  }
}

/** Made once for each folder of a tree, which is the same one as long as it holds the same. */
function namesOf(items: readonly TreeItem[]): ReadonlySet<string> {
  const names = kept.get(items) ?? new Set(items.map(({ name }) => name));
  kept.set(items, names);
  return names;
}

const kept = new WeakMap<readonly TreeItem[], ReadonlySet<string>>();

/** A string where its letters are the same as the bytes. */
const place = (path: string): string | Buffer => (ASCII.test(path) ? path : Buffer.from(path, "latin1"));

const ASCII = /^[\0-\x7f]*$/;
