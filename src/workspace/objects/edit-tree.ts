import type { TreeId } from "../../ports/git.ts";
import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { type LooseObject, looseObject, writeLooseObject } from "./loose-object.ts";
import { placeOf, type TreeItem, type TreeObjects, treeObjects } from "./tree-objects.ts";

/** What a path shall be; null takes a file out. `path` has a letter for each byte of it (latin1). */
export type TreeEdit = { path: string; to: Omit<TreeItem, "name"> | null };

/**
 * The tree with these edits, one after the other: a file takes the place of a folder and a folder that of a file, and
 * folders that become empty go. Only folders that change are read and written. Paths must be such as git itself takes.
 * With `checked`, an object of a changed folder that is not in the repository is refused with `missing-object`.
 */
export async function editTree(
  git: HarnessGit,
  tree: TreeId,
  edits: readonly TreeEdit[],
  { checked = false } = {},
): Promise<TreeId> {
  const objects = treeObjects(git);
  const top = await openFolder(objects, tree);
  for (const { path, to } of edits) {
    const names = path.split("/");
    const name = names.pop() ?? "";
    if (to === null) await takeOut(objects, top, names, name);
    else await put(objects, top, names, { ...to, name });
  }
  const made: NewFolder[] = [];
  const id = closeFolder(git, top, made) ?? addFolder(git, [], made);
  if (checked || made.length > FEW || !git.plainObjects) await writeByGit(git, made, checked);
  else for (const folder of made) writeLooseObject(git, folder);
  for (const folder of made) objects.remember(folder.id, folder.items);
  return id;
}

/** More of them take longer than to start a git, and nothing else happens here meanwhile. */
const FEW = 50;

/** A folder that is looked into: what it was, and what it holds by now. */
type Draft = { from: TreeId | null; isChanged: boolean; entries: Map<string, TreeItem | Draft> };

async function openFolder(objects: TreeObjects, id: TreeId): Promise<Draft> {
  const [items = []] = await objects.items([id]);
  return { from: id, isChanged: false, entries: new Map(items.map((item) => [item.name, item])) };
}

/** The folder of that name below another; null where there is none. */
async function folderIn(objects: TreeObjects, above: Draft, name: string): Promise<Draft | null> {
  const found = above.entries.get(name);
  if (found === undefined || isDraft(found)) return found ?? null;
  if (found.mode !== "040000") return null;
  const opened = await openFolder(objects, found.id);
  above.entries.set(name, opened);
  return opened;
}

async function takeOut(objects: TreeObjects, top: Draft, folders: readonly string[], name: string): Promise<void> {
  const way = [top];
  for (const folder of folders) {
    const next = await folderIn(objects, way.at(-1) ?? top, folder);
    if (next === null) return;
    way.push(next);
  }
  const entries = way.at(-1)?.entries;
  const found = entries?.get(name);
  if (found === undefined || isDraft(found) || found.mode === "040000") return;
  entries?.delete(name);
  for (const folder of way) folder.isChanged = true;
}

async function put(objects: TreeObjects, top: Draft, folders: readonly string[], item: TreeItem): Promise<void> {
  const way = [top];
  for (const name of folders) {
    const above = way.at(-1) ?? top;
    const next = (await folderIn(objects, above, name)) ?? { from: null, isChanged: true, entries: new Map() };
    above.entries.set(name, next);
    way.push(next);
  }
  const entries = way.at(-1)?.entries;
  const old = entries?.get(item.name);
  if (old !== undefined && !isDraft(old) && old.mode === item.mode && old.id === item.id) return;
  entries?.set(item.name, item);
  for (const folder of way) folder.isChanged = true;
}

const isDraft = (entry: TreeItem | Draft): entry is Draft => "entries" in entry;

type NewFolder = LooseObject & { items: readonly TreeItem[] };

/** The id of a folder as it is by now, null for one that is empty. What is new goes to `made`, the deepest first. */
function closeFolder(git: HarnessGit, { from, isChanged, entries }: Draft, made: NewFolder[]): TreeId | null {
  if (!isChanged && from !== null) return from;
  const items: TreeItem[] = [];
  for (const [name, entry] of entries) {
    const id = isDraft(entry) ? closeFolder(git, entry, made) : entry.id;
    if (id !== null) items.push(isDraft(entry) ? { name, mode: "040000", id } : entry);
  }
  if (items.length === 0) return null;
  items.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  return addFolder(git, items, made, from);
}

function addFolder(git: HarnessGit, items: readonly TreeItem[], made: NewFolder[], from: TreeId | null = null): TreeId {
  const body = items.flatMap(({ mode, name, id }) => [
    Buffer.from(`${mode.replace(/^0/, "")} ${name}\0`, "latin1"),
    Buffer.from(id, "hex"),
  ]);
  const object = looseObject(git, "tree", Buffer.concat(body));
  if (object.id !== from) made.push({ ...object, items });
  return object.id;
}

/** All of them by one git, which must come to the same ids as we do. */
async function writeByGit(git: HarnessGit, folders: readonly NewFolder[], checked: boolean): Promise<void> {
  if (folders.length === 0) return;
  const lines = folders.flatMap(({ items }) => [
    ...items.map(({ mode, id, name }) => `${mode} ${TYPES[mode]} ${id}\t${name}\0`),
    "\0",
  ]);
  const make = ["mktree", "-z", "--batch", ...(checked ? [] : ["--missing"])];
  const made = await git.run(make, { input: Buffer.from(lines.join(""), "latin1") }).catch((error: unknown) => {
    if (!(error instanceof WorkspaceError) || !/ is unavailable$/.test(error.message)) throw error;
    throw new WorkspaceError("missing-object", error.message.replace(/^git mktree failed: /, ""), { cause: error });
  });
  const ids = made.stdout.toString("latin1").trim().split("\n");
  const wrong = folders.find(({ id }, at) => ids[at] !== id);
  if (wrong !== undefined) throw new WorkspaceError("broken-object", `git did not write tree ${wrong.id} as it should`);
}

const TYPES = { "040000": "tree", "100644": "blob", "100755": "blob", "120000": "blob", "160000": "commit" } as const;
