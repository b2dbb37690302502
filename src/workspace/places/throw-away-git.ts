import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { CommitId } from "../../ports/git.ts";
import { writeOver } from "../../std/write-over.ts";
import { WorkspaceError } from "../errors.ts";
import { requireOwnFolder } from "../folders/own-folder.ts";
import { removeFolder } from "../folders/remove-folder.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { objectId } from "../git/object-id.ts";
import { textOf } from "../git/text-of.ts";

export type GitFolder = {
  folder: string;
  /**
   * The repository's objects, and the name under which this git looks for them. Outside a sandbox a link of that name
   * leads to them; inside they are to be mounted there, because the tree may lie over the repository.
   */
  objects: ObjectsMount;
  /** Those that the repository lacks, because it may only be read. */
  added: ObjectsMount | null;
};

type ObjectsMount = { show: string; at: string };

export type NewGitFolder = { folder: string; head: CommitId; branch: string; refs?: Promise<RefLines> };

/**
 * Makes a git directory for somebody whom we do not trust, directly in a folder of ours. The repository's objects are
 * only read, its branches and tags are copies. It has no remote, no hook and no filter, and no index that counts: one of an
 * earlier time may be there.
 */
export async function makeGitFolder(
  git: HarnessGit,
  { folder, head, branch, refs = listRefs(git) }: NewGitFolder,
): Promise<GitFolder> {
  const objects = { show: git.facts.objectsDir, at: nameOfObjects(folder) };
  const added = git.objectsAside === null ? null : { show: git.objectsAside, at: nameOfAdded(folder) };
  const sources = added === null ? [objects] : [objects, added];
  requireOwnFolder(dirname(folder));
  if (!canServeAgain(folder)) discardGitFolder(folder);
  if (!PLAIN_BRANCH.test(branch)) await git.run(["check-ref-format", `refs/heads/${branch}`]);
  for (const name of FOLDERS) if (!existsSync(join(folder, name))) mkdirSync(join(folder, name));

  const put = (name: string, text: string | Buffer) => writeOver(join(folder, name), text);
  for (const { show, at } of sources) {
    if (targetOf(at) === show) continue;
    discardPath(at);
    symlinkSync(show, at);
  }
  put("objects/info/alternates", sources.map(({ at }) => `${alternate(at)}\n`).join(""));
  put("packed-refs", packedRefs(await refs, `refs/heads/${branch}`, objectId(head)));
  put("config", `${readFileSync(join(git.gitDir, "config"), "utf8")}${CONFIG}`);
  put("info/exclude", await excludes(git));
  const shallow = join(git.facts.commonDir, "shallow");
  if (existsSync(shallow)) copyFileSync(shallow, join(folder, "shallow"));
  put("HEAD", `ref: refs/heads/${branch}\n`);
  return { folder, objects, added };
}

/** What it consists of, each after what it lies in. */
const FOLDERS = ["", "info", "objects", "objects/info", "objects/pack", "refs", "refs/heads", "refs/tags"];
const FILES = new Set(["HEAD", "config", "index", "info/exclude", "objects/info/alternates", "packed-refs"]);

/**
 * Whether there is nothing in it but what can be written over, so that it is as good as a new one. To make files and
 * folders anew, and to remove them, takes several times as long as to look.
 */
export const canServeAgain = (folder: string): boolean =>
  FOLDERS.every((name) => {
    const kind = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (!kind?.isDirectory() || (kind.mode & 0o700) !== 0o700) return false;
    return readdirSync(join(folder, name)).every((entry) => {
      const inner = join(name, entry);
      return FOLDERS.includes(inner) || (FILES.has(inner) && isOneFile(join(folder, inner)));
    });
  });

/** Not a link, and not another name of a file that lies elsewhere. */
function isOneFile(path: string): boolean {
  const kind = lstatSync(path);
  return kind.isFile() && kind.nlink === 1 && (kind.mode & 0o600) === 0o600;
}

/** Where a link leads; null for whatever else is there. */
function targetOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** As the ids of plans are; git takes all of these. */
const PLAIN_BRANCH = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/;

const nameOfObjects = (folder: string): string => `${folder}-objects`;
const nameOfAdded = (folder: string): string => `${folder}-added`;

/** Removes it, also what somebody has made of it. */
export function discardGitFolder(folder: string): void {
  requireOwnFolder(dirname(folder));
  discardPath(folder);
  discardPath(nameOfObjects(folder));
  discardPath(nameOfAdded(folder));
}

/** Whatever it is by now: it may have been replaced. */
export function discardPath(path: string): void {
  const kind = lstatSync(path, { throwIfNoEntry: false });
  if (kind?.isDirectory()) removeFolder(path);
  else if (kind) unlinkSync(path);
}

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

/** Each an id and a name, as latin1, because a name may be any bytes. */
type RefLines = readonly string[];

/** Branches, tags and what is known of remotes. Whoever has something else to do meanwhile asks for them beforehand. */
export function listRefs(git: HarnessGit): Promise<RefLines> {
  const format = "--format=%(objectname) %(refname)";
  const listed = git
    .run(["for-each-ref", format, "refs/heads", "refs/tags", "refs/remotes"])
    .then(({ stdout }) => stdout.toString("latin1").split("\n"));
  // Whoever waits for it hears of what went wrong; nobody may.
  listed.catch(() => {});
  return listed;
}

/** A branch whose name is a folder of the worker's, or in it, cannot stay. */
function packedRefs(refs: RefLines, own: string, head: CommitId): Buffer {
  const ownBytes = Buffer.from(own).toString("latin1");
  const others = refs.filter((line) => {
    const name = line.slice(line.indexOf(" ") + 1);
    return name !== "" && name !== ownBytes && !name.startsWith(`${ownBytes}/`) && !ownBytes.startsWith(`${name}/`);
  });
  return Buffer.from(`${[...others, `${head} ${ownBytes}`].join("\n")}\n`, "latin1");
}

/** Those of the repository, and the person's own, whose file the worker may not see. */
async function excludes(git: HarnessGit): Promise<string> {
  const texts = [join(git.gitDir, "info", "exclude"), await excludesFile(git)].map(readIfAny);
  return texts.map((text) => text.replace(/\n?$/, "\n")).join("");
}

/** The settings are our own, and do not change while we are here. */
async function excludesFile(git: HarnessGit): Promise<string> {
  const known = excludesFiles.get(git);
  if (known !== undefined) return known;
  const file = await git.run(["config", "--path", "core.excludesfile"], { allowed: [0, 1] });
  const path = file.stdout.toString("utf8").trim();
  excludesFiles.set(git, path);
  return path;
}
const excludesFiles = new WeakMap<HarnessGit, string>();

function readIfAny(path: string): string {
  try {
    return textOf(path) ?? "";
  } catch {
    return "";
  }
}
