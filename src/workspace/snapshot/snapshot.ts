import { lstatSync, rmSync } from "node:fs";
import type { CommitId, TreeId } from "../../ports/git.ts";
import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { placeIn, shownPath } from "../git/nul-paths.ts";
import { foldersAbove } from "../objects/attribute-files.ts";
import { treeOfIndex } from "../objects/index-tree.ts";
import { filesBelow, treeObjects } from "../objects/tree-objects.ts";
import { addedTree } from "./added-tree.ts";
import { foldersIn, isSpecial, removeAttributePipes } from "./attribute-pipes.ts";
import { changedPaths, pathsLeftOut } from "./changed-paths.ts";
import { isOfEncoding } from "./encoded-paths.ts";
import { filteredPaths, unchangedFor } from "./filtered-paths.ts";
import { type IgnoreRules, ignoreRules, rulesBeside } from "./ignore-rules.ts";
import { hiddenByOwnRules } from "./own-ignore-rules.ts";
import { specialFiles } from "./special-files.ts";
import { strangersIn } from "./strangers.ts";
import { LONGEST_PATH, shortened, UnfitWork } from "./unfit-work.ts";
import { unknownPaths } from "./unknown-paths.ts";

export type Snapshot = {
  /** What would be committed. */
  tree: TreeId;
  /** New files that the base ignores, the topmost folder for all that is in it; `MOST_IGNORED` at most. */
  ignored: string[];
  /** New files that only rules which the work itself adds keep out, shown in the same way. They are among `ignored`. */
  hidden: string[];
  /** New pipes, sockets and devices, which no tree can hold; `MOST_IGNORED` at most. */
  special: string[];
  /** New folders that are repositories of their own. What is in them is not in the tree. */
  nested: string[];
  /**
   * Changed paths that the base passes through an external filter, or wants in an encoding in which they are not. The tree
   * has them as the base does.
   */
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
  /** Names at the top of the folder that are nobody's work, unless the base has them: what agents make for themselves. */
  leftovers?: readonly string[];
  /** Whether rules that the folder's own version of this ignore file adds are followed; none are, unless told. */
  follows?(ignoreFile: string): boolean;
  /** A folder at the top that is taken as the base has it: what lies there now is our own doing, and looked after elsewhere. */
  fixed?: string;
};

/**
 * The tree of a work folder, as `git add -A` would make it, with git's own conversion of line endings. What is ignored is
 * decided by the base and the person's excludes, so nothing a worker writes into index bits or a git directory hides its
 * work. What rules of its own hide is not in the tree, if they are to be followed and are in the tree themselves; it is told.
 * Submodules stay as they are in the base. Throws `UnfitWork` over what no tree can hold and what cannot be read.
 */
export async function snapshot(git: HarnessGit, folder: string, options: SnapshotOptions): Promise<Snapshot> {
  try {
    return await taken(git, folder, options);
  } catch (error) {
    if (!isOfWhatIsKept(error)) throw error;
    // They only save time.
    for (const file of [options.index, rulesBeside(options.index)]) rmSync(file, { force: true });
    return taken(git, folder, options);
  }
}

/**
 * The machine may have gone down while the index was written. Or a worker's attributes name an encoding in a way over which
 * git fails wherever it reads a file to compare it with the index; with a new one it compares none.
 */
const isOfWhatIsKept = (error: unknown): boolean =>
  (error instanceof WorkspaceError && error.code === "broken-index") || isOfEncoding(error);

async function taken(git: HarnessGit, folder: string, options: SnapshotOptions): Promise<Snapshot> {
  const { index } = options;
  const objects = treeObjects(git);
  const base = await objects.rootOf(options.base);
  const itemsOf = await objects.whole(base);
  removeAttributePipes(git, folder, foldersIn(itemsOf, base));
  await setIndex(git, folder, index, base);
  // Most work changes files that are known, and then nobody asks for them.
  let made: Promise<IgnoreRules> | null = null;
  const rules = (): Promise<IgnoreRules> => {
    made ??= ignoreRules(git, index, base);
    return made;
  };

  // Git looks at the known files while we look for unknown ones.
  const looking = strangersIn(folder, base, itemsOf);
  const gone = looking.then((strangers) => (strangers ?? []).flatMap((path) => filesBelow(itemsOf, base, path)));
  const [seen, found, leftOut] = await Promise.all([
    changedPaths(git, folder, index, gone),
    looking,
    options.sparse ? pathsLeftOut(git) : new Set<string>(),
  ]);
  const isFixed = (path: string): boolean => path === options.fixed || path.startsWith(`${options.fixed}/`);
  const looked = <Path extends string>(paths: readonly Path[]): Path[] =>
    options.fixed === undefined ? [...paths] : paths.filter((path) => !isFixed(path));
  const changed = { deleted: looked(seen.deleted), present: looked(seen.present) };
  const strangers = found && looked(found);
  const replaced = [...changed.deleted, ...changed.present].filter((path) => isFolder(folder, path));
  const unknown = strangers && [...strangers, ...replaced];
  const { fresh: every, ignored } =
    unknown?.length === 0 ? { fresh: [], ignored: [] } : await unknownPaths(git, folder, await rules(), unknown);
  const all = looked(every);
  const kept = itemsOf(base).map(({ name }) => name);
  const left = (options.leftovers ?? []).filter((name) => !kept.includes(name));
  const visible = all.filter((path) => !left.some((name) => path === name || path.startsWith(`${name}/`)));
  const hidden = await hiddenByOwnRules(
    git,
    folder,
    { base, itemsOf, index },
    {
      changed: [...changed.present, ...visible].filter((path) => options.follows?.(shownPath(path))),
      fresh: visible,
      among: unknown,
    },
  );
  const fresh = visible.filter((path) => !hidden.files.has(path));
  requireShortPaths(fresh);
  // A tree has no place for pipes, sockets and devices, so a file that has become one is gone.
  const special = new Set([...changed.present, ...fresh].filter((path) => isSpecial(folder, path)));
  const deleted = [
    ...changed.deleted.filter((path) => !leftOut.has(path)),
    ...changed.present.filter((path) => special.has(path)),
  ];
  const candidates = [...changed.present, ...fresh.filter((path) => !isNested(path))].filter(
    (path) => !special.has(path),
  );
  removeAttributePipes(git, folder, foldersAbove(candidates));
  const filtered = await filteredPaths(git, folder, { rules, base, itemsOf }, candidates);
  const added = candidates.filter((path) => !filtered.has(path));
  const unchanged = options.sparse && filtered.size > 0 ? await unchangedFor(git, base, filtered) : new Set<string>();
  const edits = { deleted, added, index: `${index}.added` };
  const { tree, unfit } =
    deleted.length + added.length === 0
      ? { tree: base, unfit: [] }
      : await addedTree(git, folder, { base, itemsOf }, edits);
  return {
    tree,
    ignored: [...new Set([...ignored, ...hidden.shown])].slice(0, MOST_IGNORED).map(shownPath),
    hidden: hidden.shown
      .filter((path) => !ignored.includes(path))
      .slice(0, MOST_IGNORED)
      .map(shownPath),
    special: specialFiles(folder, strangers ?? [], new Set([...ignored, ...hidden.shown].map(shownPath))).slice(
      0,
      MOST_IGNORED,
    ),
    nested: fresh.filter(isNested).map((path) => shownPath(path.slice(0, -1))),
    filtered: [...[...filtered].filter((path) => !unchanged.has(path)), ...unfit].map(shownPath),
  };
}

export const MOST_IGNORED = 200;

/**
 * Makes our index hold the base, unless it does. What it knows of files whose content is the same there, it keeps.
 * From then on only `refresh` writes to it.
 */
async function setIndex(git: HarnessGit, folder: string, index: string, base: TreeId): Promise<void> {
  // Left by a crash: nobody else uses this index.
  rmSync(`${index}.lock`, { force: true });
  if (treeOfIndex(git, index) === base) return;
  // Git looks at files that are as young as the old index: next to a new one they would seem to be known.
  await git.run(["read-tree", "--reset", base], { index, workTree: folder });
}

/** Others must be able to check it out, in folders that are deeper than this one. */
function requireShortPaths(paths: readonly string[]): void {
  const tooLong = paths.find((path) => path.length > LONGEST_PATH);
  if (tooLong === undefined) return;
  const bytes = tooLong.length.toLocaleString("en-US");
  throw new UnfitWork(`a path that is too long (${bytes} bytes): ${shortened(shownPath(tooLong))}`);
}

const isNested = (path: string): boolean => path.endsWith("/");

function isFolder(folder: string, path: string): boolean {
  try {
    return lstatSync(placeIn(folder, path)).isDirectory();
  } catch {
    // Gone, or a folder on the way to it is.
    return false;
  }
}
