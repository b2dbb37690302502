import type { Blob, TreeEntry, TreeId, Trees } from "../../ports/git.ts";
import { decodeUtf8 } from "../../std/decode-utf8.ts";

/** One tree, held in memory by path; texts are read when they are asked for. */
export type TreeView = {
  readonly id: TreeId;
  readonly files: ReadonlyMap<string, Blob>;
  /** Every folder that has a file somewhere below; the top is `""`. */
  readonly folders: ReadonlySet<string>;
  /** Null for what is not there, or is no plain file. */
  text(path: string): Promise<string | null>;
};

export async function viewOf(trees: Trees, id: TreeId): Promise<TreeView> {
  const views = kept.get(trees) ?? new Map<TreeId, TreeView>();
  kept.set(trees, views);
  const view = views.get(id) ?? newView(trees, id, await trees.entries(id));
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

function newView(trees: Trees, id: TreeId, entries: readonly TreeEntry[]): TreeView {
  const files = new Map<string, Blob>();
  const folders = new Set([""]);
  let folder = "";
  for (const { path, mode, id } of entries) {
    files.set(path, { mode, id });
    const own = folderOf(path);
    // Files of one folder follow each other.
    if (own === folder) continue;
    folder = own;
    for (const each of foldersOf(path)) folders.add(each);
  }
  const texts = new Map<string, Promise<string | null>>();
  return {
    id,
    files,
    folders,
    text: (path) => {
      const text = texts.get(path) ?? textOf(trees, files.get(path) ?? null);
      texts.set(path, text);
      return text;
    },
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
