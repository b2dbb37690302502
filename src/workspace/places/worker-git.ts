import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Tampering } from "../../record/verdict.ts";
import { bytesOf } from "../../std/path-bytes.ts";
import { writeOver } from "../../std/write-over.ts";
import { requireOwnFolder } from "../folders/own-folder.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { objectId } from "../git/object-id.ts";
import { indexSkipping, parseIndex } from "../objects/index-file.ts";
import { treeOfIndex } from "../objects/index-tree.ts";
import { treesOf } from "../objects/trees.ts";
import {
  canServeAgain,
  discardGitFolder,
  discardPath,
  type GitFolder,
  makeGitFolder,
  type NewGitFolder,
} from "./throw-away-git.ts";

export type WorkerGit = GitFolder & { tree: string };

export type WorkerGitOptions = NewGitFolder & {
  /** The work tree it is for; it lies directly in a folder of ours, as the git directory does. */
  tree: string;
  /** An index that knows the files of the work tree already (`WorkTree.index`), so that none has to be read. */
  index?: string;
};

/**
 * Gives a worker git in its work tree: everything works as usual, and all of it happens in a directory that is thrown
 * away. What the worker does there counts for nothing: a step's tree is taken from the files.
 */
export async function makeWorkerGit(git: HarnessGit, options: WorkerGitOptions): Promise<WorkerGit> {
  const { folder, tree } = options;
  removeGitfile(tree);
  const made = await makeGitFolder(git, options);
  await makeIndex(git, options);
  // Last of all: before this, git in the work tree would find half a repository.
  writeFileSync(join(tree, ".git"), gitfileFor(folder));
  return { ...made, tree };
}

/**
 * The same for the person's own checkout, which keeps its `.git`: the worker is shown this directory there instead, or a
 * file that leads to it where the checkout has a file.
 */
export async function makeGitBesideCheckout(
  git: HarnessGit,
  { folder, head, branch }: Omit<WorkerGitOptions, "tree" | "index">,
): Promise<GitFolder & { dotGit: { show: string; access: "read" | "write" } }> {
  const made = await makeGitFolder(git, { folder, head, branch });
  const { top } = git.facts;
  await makeIndex(git, { folder, tree: top, head, branch });
  if (lstatSync(join(top, ".git")).isDirectory()) return { ...made, dotGit: { show: folder, access: "write" } };
  const gitfile = join(dirname(folder), "gitfile");
  writeFileSync(gitfile, gitfileFor(folder));
  return { ...made, dotGit: { show: gitfile, access: "read" } };
}

/** The worker's git takes no notice of these files, and leaves them alone. */
export async function leaveAlone(
  git: HarnessGit,
  { folder, tree }: WorkerGit,
  paths: readonly string[],
): Promise<void> {
  const index = join(folder, "index");
  const known = parseIndex(git, readFileSync(index));
  const names = paths.map((path) => bytesOf(path).toString("latin1"));
  const bytes = known && indexSkipping(git, known, names);
  if (bytes) return writeOver(index, bytes);
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(""));
  await git.run(["update-index", "--skip-worktree", "-z", "--stdin"], { index, workTree: tree, input });
}

/** The one file of the work tree that ties it to its git directory must be as it was made. */
export function gitTampering({ folder, tree }: Pick<WorkerGit, "folder" | "tree">): Tampering[] {
  const kind = lstatSync(join(tree, ".git"), { throwIfNoEntry: false });
  if (kind === undefined) return [{ path: ".git", what: "deleted" }];
  if (!kind.isFile()) return [{ path: ".git", what: "type" }];
  const isSame = readFileSync(join(tree, ".git"), "utf8") === gitfileFor(folder);
  return isSame ? [] : [{ path: ".git", what: "changed" }];
}

const gitfileFor = (folder: string): string => `gitdir: ${folder}\n`;

/**
 * Removes it, with all that the worker has made of it; where that is nothing the empty directory stays for the next worker.
 * Afterwards the work tree is a folder without git.
 */
export function discardWorkerGit({ folder, tree }: Pick<WorkerGit, "folder" | "tree">): void {
  removeGitfile(tree);
  if (!canServeAgain(folder)) discardGitFolder(folder);
}

function removeGitfile(tree: string): void {
  requireOwnFolder(dirname(tree));
  discardPath(join(tree, ".git"));
}

async function makeIndex(git: HarnessGit, { folder, tree, head, index: known }: WorkerGitOptions): Promise<void> {
  const index = join(folder, "index");
  if (known !== undefined && existsSync(known)) writeOver(index, readFileSync(known));
  // What an earlier worker has left there would be kept in part.
  else rmSync(index, { force: true });
  // One that was just written for this very tree knows its files already.
  if (known !== undefined && treeOfIndex(git, index) === (await treesOf(git).treeOf(head))) return;
  await git.run(["read-tree", "--reset", objectId(head)], { index });
  // Exit code 1 tells of files that differ.
  await git.run(["update-index", "-q", "--refresh"], { index, workTree: tree, allowed: [0, 1] });
}
