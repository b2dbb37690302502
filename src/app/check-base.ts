import type { CommitId } from "../ports/git.ts";
import type { HarnessGit } from "../workspace/harness-git.ts";
import { UsageError } from "./usage-error.ts";

/** What work is compared with. `commit` is null before a repository's first commit: then everything is new. */
export type Base = { commit: CommitId | null; told: string };

/**
 * The commit the work began at: the one the person names, or where this branch left the main one. On the main branch
 * itself the work is what is not committed yet.
 */
export async function findBase(git: HarnessGit, named: string | undefined): Promise<Base> {
  if (named !== undefined) {
    const commit = await commitOf(git, named);
    if (commit === null) throw new UsageError(`there is no commit ${named} in this repository${advice(git)}`);
    return { commit, told: named };
  }
  const head = headCommit(git);
  if (head === null) return { commit: null, told: "the empty tree" };
  for (const branch of MAIN_BRANCHES) {
    const main = await commitOf(git, branch);
    const fork = main === null ? null : await mergeBase(git, head, main);
    if (fork !== null)
      return {
        commit: fork,
        told: fork === head ? "HEAD" : `where this left ${branch.replace(/^refs\/(?:heads|remotes)\//, "")}`,
      };
  }
  return { commit: head, told: git.facts.isShallow ? CUT_OFF : "HEAD" };
}

/** Better said: on a branch whose beginning is not here, everything that is committed would count as nothing. */
const CUT_OFF = "HEAD, as this shallow clone ends before the branch began; --base or `git fetch --unshallow` help";

const advice = ({ facts }: HarnessGit): string =>
  facts.isShallow ? ", which is a shallow clone; `git fetch --unshallow` brings the rest" : "";

const MAIN_BRANCHES = ["refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master"];

const headCommit = ({ facts }: HarnessGit): CommitId | null =>
  facts.head.kind === "unborn" ? null : facts.head.commit;

/** HEAD is spelled out: the harness has a git directory of its own, and a HEAD of its own in it. */
async function commitOf(git: HarnessGit, named: string): Promise<CommitId | null> {
  const revision = named.replace(/^(?:HEAD|@)(?=$|[~^])/, headCommit(git) ?? "HEAD");
  const { code, stdout } = await git.run(
    ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`],
    {
      allowed: [0, 1, 128],
    },
  );
  return code === 0 ? stdout.toString().trim() : null;
}

async function mergeBase(git: HarnessGit, a: CommitId, b: CommitId): Promise<CommitId | null> {
  const { code, stdout } = await git.run(["merge-base", a, b], { allowed: [0, 1, 128] });
  return code === 0 ? stdout.toString().trim() : null;
}
