import type { Blob, FileChange, TreeEntry, TreeId, Trees } from "../../ports/git.ts";
import { decodeUtf8 } from "../../std/decode-utf8.ts";

/** One tree, held in memory by path; texts are read when they are asked for. */
export type TreeView = {
  readonly id: TreeId;
  readonly files: Files;
  /** Every folder that has a file somewhere below; the top is `""`. */
  readonly folders: Pick<ReadonlySet<string>, "has">;
  /** Null for what is not there, or is no plain file. */
  text(path: string): Promise<string | null>;
};

export type Files = Pick<ReadonlyMap<string, Blob>, "get" | "has" | "keys" | typeof Symbol.iterator>;

/** With `near`, a view that is known already, only what differs from it is looked at. */
export async function viewOf(trees: Trees, id: TreeId, near?: TreeView): Promise<TreeView> {
  const views = kept.get(trees) ?? new Map<TreeId, TreeView>();
  kept.set(trees, views);
  const view = views.get(id) ?? (await newView(trees, id, near));
  // The last one asked for goes to the end, and the one at the front goes when they are too many.
  views.delete(id);
  views.set(id, view);
  for (const [oldest] of views) if (views.size > MOST_VIEWS) views.delete(oldest);
  return view;
}

/** An id is the hash of what a tree holds, so a view is never out of date. */
const kept = new WeakMap<Trees, Map<TreeId, TreeView>>();
/** The base, the worker's, the proven and the reverted one. */
const MOST_VIEWS = 4;

async function newView(trees: Trees, id: TreeId, near: TreeView | undefined): Promise<TreeView> {
  // Always on top of a whole one: else there would be one more layer with every step.
  const under = near && (wholeUnder.get(near) ?? near);
  const changes = under && (await trees.changes(under.id, id));
  if (under === undefined || changes === undefined || changes.length > MOST_CHANGES)
    return wholeView(trees, id, await trees.entries(id));
  const view = changedView(trees, id, under, changes);
  wholeUnder.set(view, under);
  return view;
}

const wholeUnder = new WeakMap<TreeView, TreeView>();
const MOST_CHANGES = 1000;

function wholeView(trees: Trees, id: TreeId, entries: readonly TreeEntry[]): TreeView {
  const files = new Map(entries.map(({ path, mode, id }) => [path, { mode, id }]));
  return { id, files, folders: foldersAbove(files.keys()), text: reader(trees, files) };
}

function foldersAbove(paths: Iterable<string>): Set<string> {
  const folders = new Set([""]);
  let folder = "";
  for (const path of paths) {
    const own = folderOf(path);
    // Files of one folder follow each other.
    if (own === folder) continue;
    folder = own;
    for (const each of foldersOf(path)) folders.add(each);
  }
  return folders;
}

/** Answers from the changes first. All of its files are put together only when they are asked for. */
function changedView(trees: Trees, id: TreeId, under: TreeView, changes: readonly FileChange[]): TreeView {
  const after = new Map(changes.map((change) => [change.path, change.after]));
  const get = (path: string): Blob | undefined =>
    after.has(path) ? (after.get(path) ?? undefined) : under.files.get(path);
  const whole = once(() => inOrder(under.files, after));
  const folders = once(() => foldersAbove(whole().keys()));
  const files: Files = {
    get,
    has: (path) => get(path) !== undefined,
    keys: () => whole().keys(),
    [Symbol.iterator]: () => whole()[Symbol.iterator](),
  };
  const text = reader(trees, files);
  return {
    id,
    files,
    folders: { has: (folder) => folders().has(folder) },
    text: (path) => (after.has(path) ? text(path) : under.text(path)),
  };
}

/** What is new stands where it would in the tree. */
function inOrder(files: Files, after: ReadonlyMap<string, Blob | null>): Map<string, Blob> {
  const same = [...files].filter(([path]) => !after.has(path));
  const changed = [...after].flatMap(([path, blob]): [string, Blob][] => (blob === null ? [] : [[path, blob]]));
  return new Map([...same, ...changed].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function reader(trees: Trees, files: Files): TreeView["text"] {
  const texts = new Map<string, Promise<string | null>>();
  return (path) => {
    const text = texts.get(path) ?? textOf(trees, files.get(path) ?? null);
    texts.set(path, text);
    return text;
  };
}

export async function textOf(trees: Trees, blob: Blob | null): Promise<string | null> {
  return (await textsOf(trees, [blob]))[0] ?? null;
}

/** In the order asked for; null for what is not there, or is a link or a submodule. */
export async function textsOf(trees: Trees, blobs: readonly (Blob | null)[]): Promise<(string | null)[]> {
  const wanted = [...new Set(blobs.flatMap((blob) => (blob?.mode.startsWith("100") ? [blob.id] : [])))];
  const contents = await trees.read(wanted);
  const texts = new Map(wanted.map((id, at) => [id, asText(contents[at])]));
  return blobs.map((blob) => (blob?.mode.startsWith("100") ? (texts.get(blob.id) ?? null) : null));
}

const asText = (bytes: Uint8Array | undefined): string | null =>
  bytes === undefined || bytes.length > MOST_BYTES ? null : decodeUtf8(bytes).text;

/** No test or config that a person wrote is longer, and reading one that a program wrote would tell nothing. */
const MOST_BYTES = 5_000_000;

/** All of them, however deep: a folder that was left out would be taken for one that is not there. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) folders.push(path.slice(0, end));
  return folders;
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export const isBelow = (path: string, folder: string): boolean => folder === "" || path.startsWith(`${folder}/`);
