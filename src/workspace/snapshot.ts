import { closeSync, lstatSync, openSync, readSync, rmSync } from "node:fs";
import type { CommitId, TreeId } from "../ports/git.ts";
import { WorkspaceError } from "./errors.ts";
import type { GitOutput } from "./git-process.ts";
import type { HarnessGit } from "./harness-git.ts";
import { type IgnoreRules, ignoreRules } from "./ignore-rules.ts";
import { nulPaths, pathsIn, shownPath } from "./nul-paths.ts";
import { objectId } from "./object-id.ts";

export type Snapshot = {
  /** What would be committed. */
  tree: TreeId;
  /** New files that the base ignores, the topmost folder for all that is in it; `MOST_IGNORED` at most. */
  ignored: string[];
  /** New folders that are repositories of their own. What is in them is not in the tree. */
  nested: string[];
  /** Changed paths that the base passes through an external filter. The tree has them as the base does. */
  filtered: string[];
};

export type SnapshotOptions = {
  /** Our own index for this folder, kept from one time to the next so that unchanged files are not read again. */
  index: string;
  base: CommitId | TreeId;
  /**
   * The folder is the person's own checkout, whose index knows more: what a sparse checkout leaves out is not deleted,
   * and a file that came out of a filter is not changed.
   */
  sparse?: boolean;
};

/**
 * The tree of a work folder, as `git add -A` would make it, with git's own conversion of line endings. What is ignored is
 * decided by the base and the person's excludes, so nothing a worker writes into ignore files, index bits or a git
 * directory hides its work. Submodules stay as they are in the base. Throws when something cannot be read.
 */
export async function snapshot(git: HarnessGit, folder: string, options: SnapshotOptions): Promise<Snapshot> {
  const [index, base] = [options.index, objectId(options.base)];
  // Left by a crash: nobody else uses this index.
  rmSync(`${index}.lock`, { force: true });
  await git.run(["read-tree", "--reset", base], { index });
  const rules = await ignoreRules(git, index, base);

  const [changed, fresh, ignored, leftOut] = await Promise.all([
    changedPaths(git, folder, index),
    newPaths(git, folder, rules),
    ignoredPaths(git, folder, rules),
    options.sparse ? pathsLeftOut(git) : new Set<string>(),
  ]);
  const deleted = changed.deleted.filter((path) => !leftOut.has(path));
  const candidates = [...changed.present, ...fresh.filter((path) => !isNested(path))];
  const filtered = await filteredPaths(git, folder, rules, candidates);
  const added = candidates.filter((path) => !filtered.has(path));

  const update = (way: string[], paths: readonly string[]) =>
    git.run(["update-index", ...way, "-z", "--stdin"], { index, workTree: folder, input: nulPaths(paths) });
  if (deleted.length > 0) await update(["--force-remove"], deleted);
  if (added.length > 0) await update(["--add", "--remove", "--replace"], added);
  const unchanged = options.sparse && filtered.size > 0 ? await unchangedFor(git, base, filtered) : new Set<string>();
  const tree = (await git.run(["write-tree"], { index })).stdout.toString("latin1").trim();
  return {
    tree,
    ignored: ignored.slice(0, MOST_IGNORED).map(shownPath),
    nested: fresh.filter(isNested).map((path) => shownPath(path.slice(0, -1))),
    filtered: [...filtered].filter((path) => !unchanged.has(path)).map(shownPath),
  };
}

export const MOST_IGNORED = 200;

/** Paths of the base that are not as the index knows them: gone, or changed, or merely not looked at yet. */
async function changedPaths(
  git: HarnessGit,
  folder: string,
  index: string,
): Promise<{ deleted: string[]; present: string[] }> {
  const diff = ["diff-files", "-z", "--name-status", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all"];
  const fields = pathsIn(seeingAll(await git.run(diff, { index, workTree: folder })));
  const paths = (isWanted: (status: string) => boolean) =>
    fields.filter((_, at) => at % 2 === 1 && isWanted(fields[at - 1] ?? ""));
  return { deleted: paths((status) => status === "D"), present: paths((status) => status !== "D") };
}

async function newPaths(git: HarnessGit, folder: string, rules: IgnoreRules): Promise<string[]> {
  const list = ["ls-files", "-z", "--others", ...rules.options];
  return pathsIn(seeingAll(await git.run(list, { index: rules.index, workTree: folder })));
}

async function ignoredPaths(git: HarnessGit, folder: string, rules: IgnoreRules): Promise<string[]> {
  const list = ["ls-files", "-z", "--others", "--ignored", "--directory", ...rules.options];
  return pathsIn((await git.run(list, { index: rules.index, workTree: folder })).stdout).map((path) =>
    path.replace(/\/$/, ""),
  );
}

/** How git writes a new folder that it does not look into, because it is a repository of its own. */
const isNested = (path: string): boolean => path.endsWith("/");

/** Git passes over folders that it may not read with a mere warning, and a worker can close a folder. */
function seeingAll({ stdout, stderr }: GitOutput): Buffer {
  const trouble = stderr.split("\n").find((line) => line !== "" && !HARMLESS.test(line));
  if (trouble === undefined) return stdout;
  throw new WorkspaceError("git-failed", `not everything in the work folder can be read: ${trouble}`);
}

const HARMLESS = /^warning: (?:unable to access '[^']*\.gitattributes'|in the working copy)/;

/** As the person's own index says, which is only read. */
async function pathsLeftOut(git: HarnessGit): Promise<Set<string>> {
  const list = await git.run(["ls-files", "-z", "-t"], { index: `${git.facts.gitDir}/index`, workTree: git.facts.top });
  const skipped = pathsIn(list.stdout).filter((line) => line.startsWith("S "));
  return new Set(skipped.map((line) => line.slice(2)));
}

/**
 * A filter is a program of the person's, which is never run here, and content that should have passed through one is
 * never committed without it. A pointer of Git LFS is what its filter would give.
 */
async function filteredPaths(
  git: HarnessGit,
  folder: string,
  rules: IgnoreRules,
  paths: readonly string[],
): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const asked = await git.run(["check-attr", "--cached", "-z", "--stdin", "filter"], {
    index: rules.index,
    workTree: folder,
    input: nulPaths(paths),
  });
  const fields = pathsIn(asked.stdout);
  const named = paths.filter((_, at) => !["unspecified", "unset"].includes(fields[3 * at + 2] ?? "unspecified"));
  return new Set(named.filter((path) => isFile(folder, path) && !isPointer(folder, path)));
}

/**
 * What the person's index takes for the same as in the base. A forged index gains nothing here: the tree has these paths
 * as the base does in any case.
 */
async function unchangedFor(git: HarnessGit, base: string, paths: ReadonlySet<string>): Promise<Set<string>> {
  const person = { index: `${git.facts.gitDir}/index`, workTree: git.facts.top };
  const diff = ["diff-index", "-z", "--name-only", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", base];
  const changed = new Set(pathsIn((await git.run(diff, person)).stdout));
  return new Set([...paths].filter((path) => !changed.has(path)));
}

const isFile = (folder: string, path: string): boolean =>
  lstatSync(place(folder, path), { throwIfNoEntry: false })?.isFile() === true;

function isPointer(folder: string, path: string): boolean {
  const handle = openSync(place(folder, path), "r");
  try {
    const start = Buffer.alloc(LARGEST_POINTER + 1);
    const text = start.toString("latin1", 0, readSync(handle, start));
    return text.length <= LARGEST_POINTER && POINTER.test(text);
  } finally {
    closeSync(handle);
  }
}

/** As the specification of Git LFS has it. */
const LARGEST_POINTER = 1024;
const POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[a-z0-9.-]+ [^\n]+\n)*oid sha256:[0-9a-f]{64}\nsize \d+\n$/;

const place = (folder: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, "latin1")]);
