import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Blob, FileChange, TreeId, Trees } from "../ports/git.ts";
import { bytesOf } from "../std/path-bytes.ts";
import { WorkspaceError } from "./errors.ts";
import type { HarnessGit } from "./harness-git.ts";
import { objectId } from "./object-id.ts";
import { readObjects } from "./objects.ts";
import { changesBetween, entriesOf } from "./tree-changes.ts";
import { type TreeObjects, treeObjects } from "./tree-objects.ts";

export const treesOf = (git: HarnessGit): Trees => ({
  emptyTree: EMPTY_TREE[git.objectFormat],
  treeOf: (commit) => treeObjects(git).rootOf(commit),
  entries: async (tree) => entriesOf(treeObjects(git), await treeObjects(git).rootOf(tree)),
  read: (blobs) => readObjects(git, blobs, "blob"),
  changes: (from, to) => changes(treeObjects(git), from, to),
  compose: (tree, paths) => compose(git, tree, paths),
  write: async (bytes) => idIn(await git.run(["hash-object", "-w", "--no-filters", "--stdin"], { input: bytes })),
});

/** Git knows these trees without having them. */
const EMPTY_TREE = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};
const idIn = ({ stdout }: { stdout: Buffer }): string => stdout.toString("latin1").trim();

async function changes(objects: TreeObjects, from: TreeId, to: TreeId): Promise<FileChange[]> {
  return changesBetween(objects, await objects.rootOf(from), await objects.rootOf(to));
}

/** By way of an index that nobody else uses. */
async function compose(git: HarnessGit, tree: TreeId, paths: ReadonlyMap<string, Blob | null>): Promise<TreeId> {
  const index = join(git.gitDir, `index.${randomUUID()}`);
  try {
    await git.run(["read-tree", objectId(tree)], { index });
    const input = indexInfo(git, paths);
    const { stderr } = await git.run(["update-index", "--replace", "-z", "--index-info"], { index, input });
    // Such a path is left out with a mere remark.
    const refused = /^Ignoring path (.*)/m.exec(stderr)?.[1];
    if (refused !== undefined) throw new WorkspaceError("git-failed", `no tree can hold the path \`${refused}\``);
    return idIn(await git.run(["write-tree"], { index }));
  } finally {
    rmSync(index, { force: true });
    rmSync(`${index}.lock`, { force: true });
  }
}

/** What goes is named first, so that a folder may take the place of a file, and a file that of a folder. */
function indexInfo(git: HarnessGit, paths: ReadonlyMap<string, Blob | null>): Buffer {
  const nothing = "0".repeat(git.objectFormat === "sha1" ? 40 : 64);
  const removed: Buffer[] = [];
  const put: Buffer[] = [];
  for (const [path, entry] of paths) {
    const about = entry === null ? `0 ${nothing}\t` : `${entry.mode} ${objectId(entry.id)}\t`;
    (entry === null ? removed : put).push(Buffer.from(about), bytesOf(path), NUL);
  }
  return Buffer.concat([...removed, ...put]);
}

const NUL = Buffer.of(0);
