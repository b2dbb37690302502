import type { CommitId, CommitObject, History } from "../../ports/git.ts";
import { WorkspaceError } from "../errors.ts";
import type { HarnessGit } from "../git/harness-git.ts";
import { objectId } from "../git/object-id.ts";
import { commitOf, headOf } from "../git/repository-head.ts";
import { parseCommit } from "../objects/commit-bytes.ts";
import { readObjects } from "../objects/objects.ts";

export const historyOf = (git: HarnessGit): History => ({
  resolve: (revision) => resolve(git, revision),
  firstParents: (tip, stop) => firstParents(git, tip, stop),
});

async function resolve(git: HarnessGit, revision: string): Promise<CommitId | null> {
  const asked = fromHead(git, revision);
  if (asked === null || asked.startsWith("-") || asked.includes("\0")) return null;
  const known = await commitOfRef(git, asked);
  if (known !== null) return known;
  const found = await git.run(["rev-parse", "--verify", "--quiet", `${asked}^{commit}`], { allowed: [0, 1, 128] });
  return found.code === 0 ? found.stdout.toString("latin1").trim() : null;
}

/** A branch by its whole name, or a ref of notes, is a file, and a look at that is quicker than a git. Null where it takes one to say. */
async function commitOfRef(git: HarnessGit, ref: string): Promise<CommitId | null> {
  if (!/^refs\/(?:heads|notes)\/[\w/.-]+$/.test(ref)) return null;
  const { gitDir, commonDir } = git.facts;
  const id = commitOf(ref, gitDir, commonDir);
  if (id === null) return null;
  try {
    await readObjects(git, [id], "commit");
    return id;
  } catch {
    return null;
  }
}

/** The person's HEAD is not ours, so it is put in by its id. */
function fromHead({ facts }: HarnessGit, revision: string): string | null {
  const [, rest] = /^(?:HEAD|@)((?:[~^].*)?)$/s.exec(revision) ?? [];
  if (rest === undefined) return /^(?:HEAD)?@\{/.test(revision) ? null : revision;
  const head = headOf(facts.gitDir, facts.commonDir);
  return head.kind === "unborn" ? null : `${head.commit}${rest}`;
}

/**
 * The first few commits are read one after the other, which needs no other program. Then git lists ids, ever more at a time;
 * what a commit says is read from its own bytes, and must lead to the next.
 */
async function firstParents(
  git: HarnessGit,
  tip: CommitId,
  stop: (commit: CommitObject) => boolean,
): Promise<CommitObject[]> {
  const commits: CommitObject[] = [];
  let next: CommitId | undefined = objectId(tip);
  // The last commit of a shallow clone names parents that are not there.
  const atOnce = git.facts.isShallow ? 0 : ONE_BY_ONE;
  while (next !== undefined && commits.length < atOnce) {
    const [bytes = new Uint8Array()] = await readObjects(git, [next], "commit");
    const commit = parseCommit(next, bytes, git.objectFormat);
    commits.push(commit);
    if (stop(commit)) return commits;
    next = commit.parents[0];
  }
  for (let count = FIRST_LOOK; next !== undefined; count *= 2) {
    const list = await git.run(["rev-list", "--first-parent", `--max-count=${count}`, next]);
    const ids = list.stdout.toString("latin1").split("\n").filter(Boolean);
    if (ids.length === 0) throw new WorkspaceError("missing-object", `${next} is no commit`);
    const found = await readObjects(git, ids, "commit");
    for (const [index, id] of ids.entries()) {
      const commit = parseCommit(id, found[index] ?? new Uint8Array(), git.objectFormat);
      if (id !== next) throw new WorkspaceError("broken-object", `the parent of ${commits.at(-1)?.id} is not ${id}`);
      commits.push(commit);
      if (stop(commit)) return commits;
      next = commit.parents[0];
    }
    // A shallow clone ends here, though its last commit has parents.
    if (ids.length < count) return commits;
  }
  return commits;
}

const ONE_BY_ONE = 4;
const FIRST_LOOK = 32;
