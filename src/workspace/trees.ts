import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Blob, FileChange, FileMode, TreeEntry, TreeId, Trees } from "../ports/git.ts";
import { bytesOf, pathOf } from "../std/path-bytes.ts";
import { WorkspaceError } from "./errors.ts";
import type { HarnessGit } from "./harness-git.ts";
import { objectId } from "./object-id.ts";
import { readObjects } from "./objects.ts";

export const treesOf = (git: HarnessGit): Trees => ({
  emptyTree: EMPTY_TREE[git.objectFormat],
  treeOf: async (commit) => idIn(await git.run(["rev-parse", "--verify", `${objectId(commit)}^{tree}`])),
  entries: async (tree) => entriesIn((await git.run([...LS_TREE, objectId(tree)])).stdout),
  read: (blobs) => readObjects(git, blobs, "blob"),
  changes: async (from, to) => changesIn((await git.run([...DIFF_TREE, objectId(from), objectId(to)])).stdout),
  compose: (tree, paths) => compose(git, tree, paths),
  write: async (bytes) => idIn(await git.run(["hash-object", "-w", "--no-filters", "--stdin"], { input: bytes })),
});

/** Git knows these trees without having them. */
const EMPTY_TREE = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};
const LS_TREE = ["ls-tree", "-r", "-z", "--full-tree"];
const DIFF_TREE = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--ignore-submodules=none"];

const idIn = ({ stdout }: { stdout: Buffer }): string => stdout.toString("latin1").trim();

/** Each entry is `mode type id TAB path NUL`. */
function entriesIn(output: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (const field of fieldsOf(output)) {
    const tab = field.indexOf("\t");
    const [mode = "", , id = ""] = field.toString("latin1", 0, tab).split(" ");
    entries.push({ path: pathOf(field.subarray(tab + 1)), mode: fileMode(mode), id });
  }
  return entries;
}

/** Each change is two fields: `:mode mode id id letter`, and the path. */
function changesIn(output: Buffer): FileChange[] {
  const changes: FileChange[] = [];
  let about: string[] | null = null;
  for (const field of fieldsOf(output)) {
    if (about === null) {
      about = field.toString("latin1", 1).split(" ");
      continue;
    }
    const [modeBefore = "", modeAfter = "", idBefore = "", idAfter = ""] = about;
    changes.push({ path: pathOf(field), before: blob(modeBefore, idBefore), after: blob(modeAfter, idAfter) });
    about = null;
  }
  return changes;
}

function* fieldsOf(output: Buffer): Generator<Buffer> {
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0, at);
    yield output.subarray(at, end);
    at = end + 1;
  }
}

const blob = (mode: string, id: string): Blob | null => (mode === "000000" ? null : { mode: fileMode(mode), id });

function fileMode(mode: string): FileMode {
  if (mode === "100644" || mode === "100755" || mode === "120000" || mode === "160000") return mode;
  throw new WorkspaceError("broken-object", `a tree of this repository has an entry of the unknown mode ${mode}`);
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
