import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { WorkspaceError } from "../errors.ts";
import { isTrue, setting } from "./config-setting.ts";
import { type Head, headOf } from "./repository-head.ts";
import { textOf } from "./text-of.ts";

export type RepositoryFacts = {
  /** The top folder of the working tree. */
  top: string;
  /** What belongs to this working tree alone: HEAD and index. */
  gitDir: string;
  /** What all working trees of the repository share: objects, branches, config. */
  commonDir: string;
  objectsDir: string;
  /** The repository itself has no working tree; this one is linked to it. */
  isBare: boolean;
  isLinkedWorktree: boolean;
  isShallow: boolean;
  isSparse: boolean;
  head: Head;
};
/** Finds the repository around a folder by reading files alone, so that nothing in its config can start a program. */
export function locateRepository(start: string): RepositoryFacts {
  const { top, gitDir } = found(start);
  const commonDir = commonDirOf(gitDir);
  const shared = textOf(join(commonDir, "config")) ?? "";
  const own = isTrue(setting(shared, "extensions", "worktreeconfig")) ? textOf(join(gitDir, "config.worktree")) : null;
  const config = own === null ? shared : `${shared}\n${own}`;

  if (setting(shared, "extensions", "refstorage") === "reftable")
    throw new WorkspaceError(
      "unsupported",
      `${commonDir} keeps its branches in the reftable format; run \`git refs migrate --ref-format=files\` first`,
    );
  const elsewhere = setting(config, "core", "worktree");
  if (elsewhere !== null && real(resolve(gitDir, elsewhere)) !== top)
    throw new WorkspaceError("unsupported", `${gitDir} has its working tree elsewhere: core.worktree is ${elsewhere}`);

  return {
    top,
    gitDir,
    commonDir,
    objectsDir: realpathSync(join(commonDir, "objects")),
    isBare: isTrue(setting(shared, "core", "bare")),
    isLinkedWorktree: gitDir !== commonDir,
    isShallow: (statSync(join(commonDir, "shallow"), { throwIfNoEntry: false })?.size ?? 0) > 0,
    isSparse: isTrue(setting(config, "core", "sparsecheckout")),
    head: headOf(gitDir, commonDir),
  };
}

function found(start: string): { top: string; gitDir: string } {
  const first = real(start);
  if (first === null) throw new WorkspaceError("no-repository", noFolder(start));
  for (let folder = first; ; folder = dirname(folder)) {
    const gitDir = gitDirIn(folder);
    if (gitDir !== null) return { top: folder, gitDir };
    if (isGitDir(folder))
      throw new WorkspaceError("bare", `${folder} is a git directory and no working tree; start in a working tree`);
    if (dirname(folder) === folder)
      throw new WorkspaceError("no-repository", `${start} is in no git repository; run \`git init\` there first`);
  }
}

/** Node replaces bytes of a path that are no UTF-8, and so leads nowhere with it. */
const noFolder = (path: string): string =>
  resolve(path).includes("\ufffd")
    ? `${path} has bytes in its name that are no UTF-8, which Node cannot follow; rename that folder`
    : `no folder ${path}`;

/** As git does, a folder `.git` that is no repository is passed over, but a file `.git` must lead to one. */
function gitDirIn(folder: string): string | null {
  const place = join(folder, ".git");
  const kind = statSync(place, { throwIfNoEntry: false });
  if (kind?.isDirectory()) return isGitDir(place) ? realpathSync(place) : null;
  if (!kind?.isFile()) return null;

  const target = /^gitdir: (.+?)[\r\n]*$/s.exec(readFileSync(place, "utf8"))?.[1];
  if (target === undefined) throw new WorkspaceError("no-repository", `${place} is a file, but names no git directory`);
  const gitDir = resolve(folder, target);
  if (isGitDir(gitDir)) return realpathSync(gitDir);
  throw new WorkspaceError(
    "no-repository",
    `${place} points to ${gitDir}, which is no git directory; \`git worktree repair\` or a new clone may help`,
  );
}

function isGitDir(folder: string): boolean {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder(folder) || !lstatSync(join(folder, "HEAD"), { throwIfNoEntry: false })) return false;
  const common = resolve(folder, (textOf(join(folder, "commondir")) ?? ".").trimEnd());
  return isFolder(join(common, "objects")) && isFolder(join(common, "refs"));
}

const commonDirOf = (gitDir: string): string =>
  realpathSync(resolve(gitDir, (textOf(join(gitDir, "commondir")) ?? ".").trimEnd()));

function real(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
