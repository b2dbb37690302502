import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import type { CommitObject, FileChange, History, TreeEntry, Trees } from "../../ports/git.ts";
import { parseCommit } from "../../workspace/objects/commit-bytes.ts";

type Kind = "blob" | "tree" | "commit";
export type Files = ReadonlyMap<string, Uint8Array | string>;

/** Git objects in memory, with the very bytes and ids that git gives them; thousands of branches are made in a second. */
export type GitObjects = Map<string, { kind: Kind; bytes: Buffer }>;

export function put(objects: GitObjects, kind: Kind, content: Uint8Array | string): string {
  const bytes = Buffer.from(content);
  const id = createHash("sha1").update(`${kind} ${bytes.length}\0`).update(bytes).digest("hex");
  objects.set(id, { kind, bytes });
  return id;
}

export function putTree(objects: GitObjects, files: Files): string {
  const folders = Map.groupBy(files, ([path]) => (path.includes("/") ? (path.split("/")[0] ?? "") : ""));
  const entries = [...folders].flatMap(([folder, inside]): [string, string, string][] => {
    if (folder === "") return inside.map(([name, bytes]) => ["100644", name, put(objects, "blob", bytes)]);
    const below = new Map(inside.map(([path, bytes]) => [path.slice(folder.length + 1), bytes]));
    return [["40000", folder, putTree(objects, below)]];
  });
  const inOrder = entries.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const parts = inOrder.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]);
  return put(objects, "tree", Buffer.concat(parts));
}

/** Git sorts folders as if their names ended in a slash. */
const sortKey = ([mode, name]: [string, string, string]): string => (mode === "40000" ? `${name}/` : name);

/** Puts the objects where git looks for them. */
export function storeIn(repository: string, objects: GitObjects): void {
  for (const [id, { kind, bytes }] of objects) {
    const path = join(repository, ".git/objects", id.slice(0, 2), id.slice(2));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, deflateSync(Buffer.concat([Buffer.from(`${kind} ${bytes.length}\0`), bytes])));
  }
}

export const historyIn = (objects: GitObjects): History => ({
  resolve: async (revision) => (objects.has(revision) ? revision : null),
  firstParents: async (tip, stop) => {
    const commits: CommitObject[] = [];
    for (let next: string | undefined = tip; next !== undefined; next = commits.at(-1)?.parents[0]) {
      const commit = parseCommit(next, bytesOf(objects, next, "commit"), "sha1");
      commits.push(commit);
      if (stop(commit)) break;
    }
    return commits;
  },
});

export function treesIn(objects: GitObjects): Trees {
  const entries = async (tree: string): Promise<TreeEntry[]> => [...entriesOf(objects, tree)];
  return {
    emptyTree: put(objects, "tree", ""),
    treeOf: async (commit) => parseCommit(commit, bytesOf(objects, commit, "commit"), "sha1").tree,
    entries,
    read: async (blobs) => blobs.map((id) => bytesOf(objects, id, "blob")),
    changes: async (from, to) => changesBetween(await entries(from), await entries(to)),
    renames: () => Promise.reject(new Error("an audit asks for no renames")),
    bytesIn: () => Promise.reject(new Error("an audit asks for no sizes")),
    compose: () => Promise.reject(new Error("an audit writes nothing")),
    write: () => Promise.reject(new Error("an audit writes nothing")),
  };
}

function bytesOf(objects: GitObjects, id: string, kind: Kind): Buffer {
  const object = objects.get(id);
  if (object?.kind !== kind) throw new Error(`there is no ${kind} ${id}`);
  return object.bytes;
}

function* entriesOf(objects: GitObjects, tree: string, folder = ""): Generator<TreeEntry> {
  const bytes = bytesOf(objects, tree, "tree");
  for (let at = 0; at < bytes.length; ) {
    const nul = bytes.indexOf(0, at);
    const [mode = "", name = ""] = bytes.toString("utf8", at, nul).split(" ");
    const id = bytes.toString("hex", nul + 1, nul + 21);
    if (mode === "40000") yield* entriesOf(objects, id, `${folder}${name}/`);
    else yield { path: folder + name, mode: mode as TreeEntry["mode"], id };
    at = nul + 21;
  }
}

function changesBetween(from: readonly TreeEntry[], to: readonly TreeEntry[]): FileChange[] {
  const [before, after] = [from, to].map((list) => new Map(list.map(({ path, mode, id }) => [path, { mode, id }])));
  const paths = new Set([...from, ...to].map(({ path }) => path));
  return [...paths].flatMap((path): FileChange[] => {
    const change = { path, before: before?.get(path) ?? null, after: after?.get(path) ?? null };
    const isSame = change.before?.id === change.after?.id && change.before?.mode === change.after?.mode;
    return isSame ? [] : [change];
  });
}
