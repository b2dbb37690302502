import type { TreeEntry, TreeId } from "../../ports/git.ts";
import { pathOf } from "../../std/path-bytes.ts";
import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { objectId } from "../git/object-id.ts";

/** One entry of one folder. `name` has a letter for each byte of it (latin1), `mode` is as git writes it. */
export type TreeItem = { name: string; mode: TreeEntry["mode"] | "040000"; id: string };

export type TreeObjects = {
  /** The tree that an id of a tree, commit or tag leads to. */
  rootOf(id: string): Promise<TreeId>;
  /** The folders with these ids, in git's order of names. */
  items(ids: readonly TreeId[]): Promise<(readonly TreeItem[])[]>;
  /** All folders of a tree, by their ids. */
  whole(tree: TreeId): Promise<Folders>;
  /** Takes note of a folder that was just written. */
  remember(id: TreeId, items: readonly TreeItem[]): void;
};

export type Folders = (id: TreeId) => readonly TreeItem[];

/**
 * The folders of this repository's trees. Each is read once: its id is the hash of what it holds, so what is remembered
 * under an id can never be out of date. Most folders of two trees are the same.
 */
export function treeObjects(git: HarnessGit): TreeObjects {
  const old = kept.get(git);
  const found = old === undefined || old.size() > MOST_FOLDERS ? makeTreeObjects(git) : old;
  kept.set(git, found);
  return found;
}

const kept = new WeakMap<HarnessGit, ReturnType<typeof makeTreeObjects>>();
/** About a hundred megabytes. Whoever is at work with the old ones keeps them to the end. */
const MOST_FOLDERS = 50_000;

function makeTreeObjects(git: HarnessGit): TreeObjects & { size(): number } {
  const folders = new Map<TreeId, readonly TreeItem[]>();
  /** Those of which everything below was read, too. */
  const complete = new Set<TreeId>();
  const roots = new Map<string, TreeId>();
  const idBytes = git.objectFormat === "sha1" ? 20 : 32;

  const load = async (ids: readonly TreeId[]): Promise<void> => {
    const wanted = [...new Set(ids)].filter((id) => !folders.has(id));
    if (wanted.length === 0) return;
    for (const { id, type, bytes } of await git.objects.read(wanted)) {
      if (type !== "tree") throw new WorkspaceError("missing-object", `object ${id} is a ${type} and no tree`);
      folders.set(id, itemsIn(id, bytes, idBytes));
    }
  };
  const known: Folders = (id) => {
    const items = folders.get(id);
    if (items === undefined) throw new Error(`tree ${id} was not read`);
    return items;
  };
  return {
    size: () => folders.size,
    async rootOf(id) {
      if (folders.has(id)) return id;
      const root = roots.get(id) ?? (await rootIn(git, objectId(id)));
      roots.set(id, root);
      return root;
    },
    async items(ids) {
      await load(ids);
      return ids.map(known);
    },
    async whole(tree) {
      const seen = new Set<TreeId>();
      for (let level = [tree]; level.length > 0; ) {
        const fresh = [...new Set(level)].filter((id) => !complete.has(id) && !seen.has(id));
        await load(fresh);
        for (const id of fresh) seen.add(id);
        level = fresh.flatMap((id) => foldersIn(known(id)));
      }
      for (const id of seen) complete.add(id);
      return known;
    },
    remember(id, items) {
      folders.set(id, items);
    },
  };
}

/** Where an entry is found: git sorts a folder as if its name ended with a slash. */
export const placeOf = ({ mode, name }: TreeItem): string => (mode === "040000" ? `${name}/` : name);

/** The entries of a folder by their names. Made once for each folder, which is the same one as long as it holds the same. */
export function named(items: readonly TreeItem[]): ReadonlyMap<string, TreeItem> {
  const names = keptNames.get(items) ?? new Map(items.map((item) => [item.name, item]));
  keptNames.set(items, names);
  return names;
}

const keptNames = new WeakMap<readonly TreeItem[], ReadonlyMap<string, TreeItem>>();

/** What a tree has at a path (latin1), and null where there is nothing. */
export function itemAt(itemsOf: Folders, tree: TreeId, path: string): TreeItem | null {
  let found: TreeItem | undefined;
  let at: TreeId | null = tree;
  for (const name of path.split("/")) {
    found = at === null ? undefined : named(itemsOf(at)).get(name);
    at = found?.mode === "040000" ? found.id : null;
  }
  return found ?? null;
}

/** The files below a folder of a tree, as paths (latin1); none where the tree has no folder. Submodules are left out. */
export function filesBelow(itemsOf: Folders, tree: TreeId, folder: string): string[] {
  const item = itemAt(itemsOf, tree, folder);
  if (item?.mode !== "040000") return [];
  return itemsOf(item.id).flatMap(({ name, mode }) => {
    if (mode === "040000") return filesBelow(itemsOf, tree, `${folder}/${name}`);
    return mode === "160000" ? [] : [`${folder}/${name}`];
  });
}

const foldersIn = (items: readonly TreeItem[]): TreeId[] =>
  items.flatMap(({ mode, id }) => (mode === "040000" ? [id] : []));

async function rootIn(git: HarnessGit, id: string): Promise<TreeId> {
  const [object] = await git.objects.read([id]);
  if (object?.type === "tree") return id;
  const text = object?.bytes.toString("latin1") ?? "";
  const next = /^(?:tree|object) ([0-9a-f]+)\n/.exec(text)?.[1];
  if (next === undefined)
    throw new WorkspaceError("missing-object", `object ${id} is a ${object?.type} and has no tree`);
  return object?.type === "tag" ? rootIn(git, objectId(next)) : next;
}

/** Each entry is `mode SPACE name NUL id`, the id as bytes. */
function itemsIn(tree: TreeId, bytes: Buffer, idBytes: number): TreeItem[] {
  const items: TreeItem[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(SPACE, at);
    const end = bytes.indexOf(0, space);
    const next = end + 1 + idBytes;
    if (space < 0 || end < 0 || next > bytes.length) throw broken(tree);
    const mode = modeOf(Number.parseInt(bytes.toString("latin1", at, space), 8), tree);
    items.push({ mode, name: bytes.toString("latin1", space + 1, end), id: bytes.toString("hex", end + 1, next) });
    at = next;
  }
  return items;
}

const SPACE = 0x20;

/** As git reads them: old trees have modes such as 100664. */
function modeOf(mode: number, tree: TreeId): TreeItem["mode"] {
  switch (mode & 0o170000) {
    case 0o100000:
      return mode & 0o100 ? "100755" : "100644";
    case 0o120000:
      return "120000";
    case 0o040000:
      return "040000";
    case 0o160000:
      return "160000";
    default:
      throw broken(tree);
  }
}

const broken = (tree: TreeId): WorkspaceError =>
  new WorkspaceError("broken-object", `tree ${tree} of this repository cannot be read; \`git fsck\` says more`);

/** As the rest of the program writes a name. */
export const shownName = (name: string): string => (ASCII.test(name) ? name : pathOf(Buffer.from(name, "latin1")));

const ASCII = /^[\0-\x7f]*$/;
