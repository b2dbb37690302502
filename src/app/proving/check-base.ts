import type { CommitId } from "../../ports/git.ts";
import { Refused } from "../../std/refusal.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { historyOf } from "../../workspace/history/history.ts";
import { mainBranches } from "../opening/main-branches.ts";

/** What work is compared with. `commit` is null before a repository's first commit: then everything is new. */
export type Base = { commit: CommitId | null; told: string };

/**
 * The commit the work began at: the one the person names, or where this branch left the main one. On the main branch
 * itself the work is what is not committed yet.
 */
export async function findBase(git: HarnessGit, named: string | undefined): Promise<Base> {
  const history = historyOf(git);
  if (named !== undefined) {
    const commit = await history.resolve(named);
    if (commit === null) throw new Refused("no-commit", `there is no commit ${named} in this repository${advice(git)}`);
    return { commit, told: named };
  }
  const { head } = git.facts;
  if (head.kind === "unborn") return { commit: null, told: "the empty tree" };
  for (const { name, commit } of await mainBranches(history)) {
    const fork = await mergeBase(git, head.commit, commit);
    if (fork !== null) return { commit: fork, told: fork === head.commit ? "HEAD" : `where this left ${name}` };
  }
  return { commit: head.commit, told: git.facts.isShallow ? CUT_OFF : "HEAD" };
}

/** Better said: on a branch whose beginning is not here, everything that is committed would count as nothing. */
const CUT_OFF = "HEAD, as this shallow clone ends before the branch began; --base or `git fetch --unshallow` help";

const advice = ({ facts }: HarnessGit): string =>
  facts.isShallow ? ", which is a shallow clone; `git fetch --unshallow` brings the rest" : "";

async function mergeBase(git: HarnessGit, a: CommitId, b: CommitId): Promise<CommitId | null> {
  const { code, stdout } = await git.run(["merge-base", a, b], { allowed: [0, 1, 128] });
  return code === 0 ? stdout.toString().trim() : null;
}
