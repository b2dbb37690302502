import { closeSync, copyFileSync, lstatSync, openSync, readSync, rmSync, statSync, utimesSync } from "node:fs";
import type { CommitId, TreeId } from "../ports/git.ts";
import { WorkspaceError } from "./errors.ts";
import type { GitOutput } from "./git-process.ts";
import type { HarnessGit } from "./harness-git.ts";
import { type IgnoreRules, ignoreRules, rulesBeside } from "./ignore-rules.ts";
import { treeOfIndex } from "./index-tree.ts";
import { nulPaths, pathsIn, shownPath } from "./nul-paths.ts";
import { strangersIn } from "./strangers.ts";
import { type Folders, treeObjects } from "./tree-objects.ts";

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
  try {
    return await taken(git, folder, options);
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.code !== "broken-index") throw error;
    // The machine may have gone down while they were written. They only save time.
    for (const file of [options.index, rulesBeside(options.index)]) rmSync(file, { force: true });
    return taken(git, folder, options);
  }
}

async function taken(git: HarnessGit, folder: string, options: SnapshotOptions): Promise<Snapshot> {
  const { index } = options;
  const objects = treeObjects(git);
  const base = await objects.rootOf(options.base);
  await setIndex(git, index, base);
  const rules = await ignoreRules(git, index, base);
  const itemsOf = await objects.whole(base);

  const changing = changedPaths(git, folder, index);
  // Git looks at the known files while we look for unknown ones.
  const strangers = strangersIn(folder, base, itemsOf);
  const [changed, leftOut] = await Promise.all([changing, options.sparse ? pathsLeftOut(git) : new Set<string>()]);
  const replaced = [...changed.deleted, ...changed.present].filter((path) => isFolder(folder, path));
  const unknown = strangers && [...strangers, ...replaced];
  const [fresh, ignored] = await Promise.all([
    newPaths(git, folder, rules, unknown),
    ignoredPaths(git, folder, rules, unknown),
  ]);
  // A tree has no place for pipes, sockets and devices, so a file that has become one is gone.
  const special = new Set([...changed.present, ...fresh].filter((path) => isSpecial(folder, path)));
  const deleted = [
    ...changed.deleted.filter((path) => !leftOut.has(path)),
    ...changed.present.filter((path) => special.has(path)),
  ];
  const candidates = [...changed.present, ...fresh.filter((path) => !isNested(path))].filter(
    (path) => !special.has(path),
  );
  const filtered = await filteredPaths(git, folder, { rules, base, itemsOf }, candidates);
  const added = candidates.filter((path) => !filtered.has(path));
  const unchanged = options.sparse && filtered.size > 0 ? await unchangedFor(git, base, filtered) : new Set<string>();
  return {
    tree: deleted.length + added.length === 0 ? base : await treeWith(git, folder, index, { deleted, added }),
    ignored: ignored.slice(0, MOST_IGNORED).map(shownPath),
    nested: fresh.filter(isNested).map((path) => shownPath(path.slice(0, -1))),
    filtered: [...filtered].filter((path) => !unchanged.has(path)).map(shownPath),
  };
}

export const MOST_IGNORED = 200;

/**
 * Makes our index hold the base, unless it does. What it knows of files whose content is the same there, it keeps.
 * From then on only `refresh` writes to it.
 */
async function setIndex(git: HarnessGit, index: string, base: TreeId): Promise<void> {
  // Left by a crash: nobody else uses this index.
  rmSync(`${index}.lock`, { force: true });
  if (treeOfIndex(git, index) !== base) await git.run(["read-tree", "--reset", base], { index });
}

type Changed = { deleted: string[]; present: string[] };

/** Paths of the base that are not as the index knows them: gone, or changed, or merely touched. */
async function changedPaths(git: HarnessGit, folder: string, index: string): Promise<Changed> {
  const changed = await differing(git, folder, index);
  if (changed.present.length < WORTH_A_REFRESH) return changed;
  // Reads them all, and notes which are the same after all. A path that is not stays on the list.
  const refresh = ["update-index", "-q", "--ignore-submodules", "--refresh"];
  await git.run(refresh, { index, workTree: folder, allowed: [0, 1] });
  return differing(git, folder, index);
}

const WORTH_A_REFRESH = 50;

async function differing(git: HarnessGit, folder: string, index: string): Promise<Changed> {
  const diff = ["diff-files", "-z", "--name-status", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all"];
  const fields = pathsIn(seeingAll(await git.run(diff, { index, workTree: folder })));
  const paths = (isWanted: (status: string) => boolean) =>
    fields.filter((_, at) => at % 2 === 1 && isWanted(fields[at - 1] ?? ""));
  return { deleted: paths((status) => status === "D"), present: paths((status) => status !== "D") };
}

/** The tree of the index with these changes, made in a copy of it. */
async function treeWith(
  git: HarnessGit,
  folder: string,
  index: string,
  { deleted, added }: { deleted: readonly string[]; added: readonly string[] },
): Promise<TreeId> {
  const copy = `${index}.next`;
  rmSync(`${copy}.lock`, { force: true });
  try {
    copyIndex(index, copy);
    const update = (way: string[], paths: readonly string[]) =>
      git.run(["update-index", ...way, "-z", "--stdin"], { index: copy, workTree: folder, input: nulPaths(paths) });
    if (deleted.length > 0) await update(["--force-remove"], deleted);
    if (added.length > 0) await update(["--add", "--remove", "--replace"], added);
    return (await git.run(["write-tree"], { index: copy })).stdout.toString("latin1").trim();
  } finally {
    rmSync(copy, { force: true });
  }
}

/**
 * A file that changed again in the moment in which the index was written looks as it did. Git knows such files by the
 * age of the index, so a copy must not be younger.
 */
function copyIndex(index: string, copy: string): void {
  const { mtimeMs } = statSync(index);
  copyFileSync(index, copy);
  const atMost = (Math.floor(mtimeMs) - 1) / 1000;
  utimesSync(copy, atMost, atMost);
}

/** Among what is unknown, or anywhere when that is null. */
async function newPaths(
  git: HarnessGit,
  folder: string,
  rules: IgnoreRules,
  unknown: readonly string[] | null,
): Promise<string[]> {
  if (unknown?.length === 0) return [];
  const list = ["ls-files", "-z", "--others", ...rules.options, "--", ...asked(unknown)];
  return pathsIn(seeingAll(await git.run(list, { index: rules.index, workTree: folder })));
}

async function ignoredPaths(
  git: HarnessGit,
  folder: string,
  rules: IgnoreRules,
  unknown: readonly string[] | null,
): Promise<string[]> {
  if (unknown?.length === 0) return [];
  const list = ["ls-files", "-z", "--others", "--ignored", "--directory", ...rules.options, "--", ...asked(unknown)];
  return pathsIn((await git.run(list, { index: rules.index, workTree: folder })).stdout).map((path) =>
    path.replace(/\/$/, ""),
  );
}

/** As words of a command; none, which asks for everything, when they are too many or no text. */
function asked(paths: readonly string[] | null): string[] {
  if (paths === null || paths.length > MOST_WORDS) return [];
  const words = paths.map(shownPath);
  return words.every((word) => word.isWellFormed() && word.length < LONGEST_WORD) ? words : [];
}

const MOST_WORDS = 100;
const LONGEST_WORD = 1000;

/** How git writes a new folder that it does not look into, because it is a repository of its own. */
const isNested = (path: string): boolean => path.endsWith("/");

/** Git passes over folders that it may not read with a mere warning, and a worker can close a folder. */
function seeingAll({ stdout, stderr }: GitOutput): Buffer {
  const trouble = stderr.split("\n").find((line) => line !== "" && !HARMLESS.test(line));
  if (trouble === undefined) return stdout;
  const told = trouble.replace(/^warning: /, "");
  // A path may be as long as the system takes.
  const short = told.length > 300 ? `${told.slice(0, 150)} … ${told.slice(-150)}` : told;
  throw new WorkspaceError(
    "git-failed",
    `not everything in the work folder can be read: ${short}; repair or remove it`,
  );
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
  { rules, base, itemsOf }: { rules: IgnoreRules; base: TreeId; itemsOf: Folders },
  paths: readonly string[],
): Promise<Set<string>> {
  if (paths.length === 0 || !(await namesFilter(git, base, itemsOf))) return new Set();
  const asked = await git.run(["check-attr", "--cached", "-z", "--stdin", "filter"], {
    index: rules.index,
    workTree: folder,
    input: nulPaths(paths),
  });
  const fields = pathsIn(asked.stdout);
  const named = paths.filter((_, at) => !["unspecified", "unset"].includes(fields[3 * at + 2] ?? "unspecified"));
  return new Set(named.filter((path) => isFile(folder, path) && !isPointer(folder, path)));
}

/** Whether any attributes of the base speak of filters at all. Most repositories have none, and need not be asked more. */
async function namesFilter(git: HarnessGit, base: TreeId, itemsOf: Folders): Promise<boolean> {
  const ids: string[] = [];
  const look = (tree: TreeId): void => {
    for (const { name, mode, id } of itemsOf(tree)) {
      if (mode === "040000") look(id);
      else if (name === ".gitattributes" && mode !== "160000") ids.push(id);
    }
  };
  look(base);
  return (await git.objects.read(ids)).some(({ bytes }) => bytes.includes("filter"));
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

function isFolder(folder: string, path: string): boolean {
  try {
    return lstatSync(place(folder, path)).isDirectory();
  } catch {
    // Gone, or a folder on the way to it is.
    return false;
  }
}

function isSpecial(folder: string, path: string): boolean {
  const kind = lstatSync(place(folder, path), { throwIfNoEntry: false });
  return kind !== undefined && !kind.isFile() && !kind.isSymbolicLink() && !kind.isDirectory();
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
