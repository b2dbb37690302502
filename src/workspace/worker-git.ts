import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { CommitId } from "../ports/git.ts";
import { WorkspaceError } from "./errors.ts";
import type { HarnessGit } from "./harness-git.ts";
import { objectId } from "./object-id.ts";
import { requireOwnFolder } from "./own-folder.ts";
import { removeFolder } from "./remove-folder.ts";
import { textOf } from "./text-of.ts";

export type WorkerGit = {
  folder: string;
  tree: string;
  /**
   * The repository's objects, and the name under which the worker's git looks for them. Outside a sandbox a link of that
   * name leads to them; inside they are to be mounted there, because the work tree may lie over the repository.
   */
  objects: { show: string; at: string };
};

export type WorkerGitOptions = {
  /** The git directory to make, and the work tree it is for; each lies directly in a folder of ours. */
  folder: string;
  tree: string;
  head: CommitId;
  branch: string;
  /** An index that knows the files of the work tree already (`WorkTree.index`), so that none has to be read. */
  index?: string;
};

/**
 * Makes the git directory that a worker gets: everything git does in the work tree works as usual, and all of it happens
 * here. The repository's objects are only read, its branches and tags are copies. It has no remote, no hook and no
 * filter. What the worker does here counts for nothing: a step's tree is taken from the files.
 */
export async function makeWorkerGit(git: HarnessGit, options: WorkerGitOptions): Promise<WorkerGit> {
  const { folder, tree, head, branch } = options;
  const objects = { show: git.facts.objectsDir, at: nameOfObjects(folder) };
  discardWorkerGit({ folder, tree });
  await git.run(["check-ref-format", `refs/heads/${branch}`]);
  for (const name of ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"])
    mkdirSync(join(folder, name), { recursive: true });

  const put = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text);
  symlinkSync(objects.show, objects.at);
  put("objects/info/alternates", `${alternate(objects.at)}\n`);
  put("packed-refs", await packedRefs(git, `refs/heads/${branch}`, objectId(head)));
  put("config", `${readFileSync(join(git.gitDir, "config"), "utf8")}${CONFIG}`);
  put("info/exclude", await excludes(git));
  const shallow = join(git.facts.commonDir, "shallow");
  if (existsSync(shallow)) copyFileSync(shallow, join(folder, "shallow"));
  await makeIndex(git, options);

  // Last of all: before this, git in the work tree would find half a repository.
  put("HEAD", `ref: refs/heads/${branch}\n`);
  writeFileSync(join(tree, ".git"), `gitdir: ${folder}\n`);
  return { folder, tree, objects };
}

/** Removes it, also what the worker has made of it. Afterwards the work tree is a folder without git. */
export function discardWorkerGit({ folder, tree }: Pick<WorkerGit, "folder" | "tree">): void {
  requireOwnFolder(dirname(folder));
  requireOwnFolder(dirname(tree));
  for (const path of [join(tree, ".git"), folder, nameOfObjects(folder)]) {
    const kind = lstatSync(path, { throwIfNoEntry: false });
    if (kind?.isDirectory()) removeFolder(path);
    else if (kind) unlinkSync(path);
  }
}

const nameOfObjects = (folder: string): string => `${folder}-objects`;

/** After those of the harness, so that these hold. */
const CONFIG = `[core]
\texcludesfile = /dev/null
[user]
\tname = worker
\temail = worker@planwright.invalid
`;

/** Git takes a path that begins with a quote as quoted. */
function alternate(objects: string): string {
  if (objects.includes("\n")) throw new WorkspaceError("unsupported", `${objects} has a line break in its name`);
  return objects.startsWith('"') ? JSON.stringify(objects) : objects;
}

/** Branches, tags and what is known of remotes. A branch whose name is a folder of the worker's, or in it, cannot stay. */
async function packedRefs(git: HarnessGit, own: string, head: CommitId): Promise<Buffer> {
  // As latin1, because a name may be any bytes.
  const format = "--format=%(objectname) %(refname)";
  const refs = await git.run(["for-each-ref", format, "refs/heads", "refs/tags", "refs/remotes"]);
  const ownBytes = Buffer.from(own).toString("latin1");
  const others = refs.stdout
    .toString("latin1")
    .split("\n")
    .filter((line) => {
      const name = line.slice(line.indexOf(" ") + 1);
      return name !== "" && name !== ownBytes && !name.startsWith(`${ownBytes}/`) && !ownBytes.startsWith(`${name}/`);
    });
  return Buffer.from(`${[...others, `${head} ${ownBytes}`].join("\n")}\n`, "latin1");
}

/** Those of the repository, and the person's own, whose file the worker may not see. */
async function excludes(git: HarnessGit): Promise<string> {
  const file = await git.run(["config", "--path", "core.excludesfile"], { allowed: [0, 1] });
  const texts = [join(git.gitDir, "info", "exclude"), file.stdout.toString("utf8").trim()].map(readIfAny);
  return texts.map((text) => text.replace(/\n?$/, "\n")).join("");
}

function readIfAny(path: string): string {
  try {
    return textOf(path) ?? "";
  } catch {
    return "";
  }
}

async function makeIndex(git: HarnessGit, { folder, tree, head, index: known }: WorkerGitOptions): Promise<void> {
  const index = join(folder, "index");
  if (known !== undefined && existsSync(known)) copyFileSync(known, index);
  await git.run(["read-tree", "--reset", objectId(head)], { index });
  // Exit code 1 tells of files that differ.
  await git.run(["update-index", "-q", "--refresh"], { index, workTree: tree, allowed: [0, 1] });
}
