import type { Blob, FileChange, TreeEntry, TreeId } from "../../ports/git.ts";
import { placeOf, shownName, type TreeItem, type TreeObjects } from "./tree-objects.ts";

/** Every file of a tree, in git's order. */
export async function entriesOf(objects: TreeObjects, tree: TreeId): Promise<TreeEntry[]> {
  const itemsOf = await objects.whole(tree);
  const entries: TreeEntry[] = [];
  const add = (id: TreeId, prefix: string): void => {
    for (const item of itemsOf(id)) {
      const path = prefix + shownName(item.name);
      if (isFolder(item)) add(item.id, `${path}/`);
      else entries.push({ path, mode: modeOf(item), id: item.id });
    }
  };
  add(tree, "");
  return entries;
}

/** What differs between two trees, in git's order. Folders that are the same are not looked into. */
export async function changesBetween(objects: TreeObjects, from: TreeId, to: TreeId): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  const look = async (before: TreeId | null, after: TreeId | null, prefix: string): Promise<void> => {
    const sides = await objects.items([before, after].filter((id) => id !== null));
    const old = before === null ? [] : (sides[0] ?? []);
    const young = after === null ? [] : (sides.at(-1) ?? []);
    for (const [one, other] of pairs(old, young)) {
      const item = one ?? other;
      if (item === null || (one?.id === other?.id && one?.mode === other?.mode)) continue;
      const path = prefix + shownName(item.name);
      if (isFolder(item)) await look(one?.id ?? null, other?.id ?? null, `${path}/`);
      else changes.push({ path, before: blobOf(one), after: blobOf(other) });
    }
  };
  if (from !== to) await look(from, to, "");
  return changes;
}

type Pair = [TreeItem | null, TreeItem | null];

/** Both lists are in git's order; a file and a folder of one name are two things. */
function pairs(old: readonly TreeItem[], young: readonly TreeItem[]): Pair[] {
  const found: Pair[] = [];
  for (let [left, right] = [0, 0]; left < old.length || right < young.length; ) {
    const [one, other] = [old[left] ?? null, young[right] ?? null];
    const order = one === null ? 1 : other === null ? -1 : compare(placeOf(one), placeOf(other));
    found.push([order <= 0 ? one : null, order >= 0 ? other : null]);
    if (order <= 0) left += 1;
    if (order >= 0) right += 1;
  }
  return found;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isFolder = ({ mode }: TreeItem): boolean => mode === "040000";

const blobOf = (item: TreeItem | null): Blob | null => item && { mode: modeOf(item), id: item.id };

function modeOf({ mode }: TreeItem): Blob["mode"] {
  if (mode === "040000") throw new Error("a folder is no file");
  return mode;
}
