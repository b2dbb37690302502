import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Blob, FileChange, TreeId, Trees } from "../../ports/git.ts";
import { bytesOf } from "../../std/path-bytes.ts";
import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { pathsIn, shownPath } from "../git/nul-paths.ts";
import { objectId } from "../git/object-id.ts";
import { editTree, type TreeEdit } from "./edit-tree.ts";
import { storeObject } from "./loose-object.ts";
import { readObjects } from "./objects.ts";
import { changesBetween, entriesOf } from "./tree-changes.ts";
import { type TreeObjects, treeObjects } from "./tree-objects.ts";

export const treesOf = (git: HarnessGit): Trees => ({
  emptyTree: EMPTY_TREE[git.objectFormat],
  treeOf: (commit) => treeObjects(git).rootOf(commit),
  entries: async (tree) => entriesOf(treeObjects(git), await treeObjects(git).rootOf(tree)),
  read: (blobs) => readObjects(git, blobs, "blob"),
  changes: (from, to) => changes(treeObjects(git), from, to),
  renames: (from, to) => renames(git, from, to),
  bytesIn: (blobs) => bytesIn(git, blobs),
  compose: (tree, paths) => compose(git, tree, paths),
  write: async (bytes) => {
    const id = await storeObject(git, "blob", bytes);
    written(git).add(id);
    return id;
  },
});

/** What this process has stored itself, and so need not look for. */
function written(git: HarnessGit): Set<string> {
  const known = stored.get(git) ?? new Set();
  stored.set(git, known);
  return known;
}
const stored = new WeakMap<HarnessGit, Set<string>>();

/** Git knows these trees without having them. */
const EMPTY_TREE = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};
async function changes(objects: TreeObjects, from: TreeId, to: TreeId): Promise<FileChange[]> {
  return changesBetween(objects, await objects.rootOf(from), await objects.rootOf(to));
}

async function renames(git: HarnessGit, from: TreeId, to: TreeId): Promise<ReadonlyMap<string, string>> {
  const diff = ["diff-tree", "-r", "-z", "-M", "--diff-filter=R", "--name-status", "--no-ext-diff", "--no-textconv"];
  const fields = pathsIn((await git.run([...diff, objectId(from), objectId(to)])).stdout).map(shownPath);
  const found = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) found.set(fields[at + 1] ?? "", fields[at + 2] ?? "");
  return found;
}

async function bytesIn(git: HarnessGit, blobs: readonly string[]): Promise<number> {
  if (blobs.length === 0) return 0;
  const input = Buffer.from(`${blobs.map(objectId).join("\n")}\n`);
  const { stdout } = await git.run(["cat-file", "--batch-check=%(objectsize)"], { input });
  return stdout
    .toString()
    .split("\n")
    .reduce((sum, line) => sum + (Number.parseInt(line, 10) || 0), 0);
}

async function compose(git: HarnessGit, tree: TreeId, paths: ReadonlyMap<string, Blob | null>): Promise<TreeId> {
  const edits = [...paths].map(([path, to]) => ({ path: bytesOf(path).toString("latin1"), to: to && blobOf(to) }));
  // What goes comes first, so that a folder may take the place of a file, and a file that of a folder.
  const ordered = [...edits.filter(({ to }) => to === null), ...edits.filter(({ to }) => to !== null)];
  const unsure = ordered.filter(({ path }) => !isPlainPath(path));
  await requirePaths(git, unsure);
  const own = written(git);
  const checked = ordered.some(({ to }) => to !== null && !own.has(to.id));
  return editTree(git, await treeObjects(git).rootOf(tree), ordered, { checked });
}

/** A path that every git takes. All others are put to git itself. */
const isPlainPath = (path: string): boolean =>
  path.split("/").every((name) => /^[\w-][\w.-]*$|^\.plan$/.test(name) && !/^git~|\.$/i.test(name));

const blobOf = ({ mode, id }: Blob): Blob => ({ mode, id: objectId(id) });

/** Git knows which paths no tree may hold. It is asked by way of an index that nobody else uses. */
async function requirePaths(git: HarnessGit, edits: readonly TreeEdit[]): Promise<void> {
  if (edits.length === 0) return;
  const index = join(git.gitDir, `index.${randomUUID()}`);
  const nothing = "0".repeat(git.objectFormat === "sha1" ? 40 : 64);
  const lines = edits.map(({ path, to }) => `${to?.mode ?? 0} ${to?.id ?? nothing}\t${path}\0`);
  try {
    const input = Buffer.from(lines.join(""), "latin1");
    const { stderr } = await git.run(["update-index", "--replace", "-z", "--index-info"], { index, input });
    // Such a path is left out with a mere remark.
    const refused = /^Ignoring path (.*)/m.exec(stderr)?.[1];
    if (refused !== undefined) throw new WorkspaceError("git-failed", `no tree can hold the path \`${refused}\``);
  } finally {
    rmSync(index, { force: true });
    rmSync(`${index}.lock`, { force: true });
  }
}
