import type { CommitId, History } from "../../ports/git.ts";

/** The branches that a team takes for the main one, the most trusted first. */
export async function mainBranches(history: History): Promise<{ name: string; commit: CommitId }[]> {
  const commits = await Promise.all(MAIN_BRANCHES.map(history.resolve));
  return MAIN_BRANCHES.flatMap((branch, index) => {
    const commit = commits[index] ?? null;
    return commit === null ? [] : [{ name: branch.replace(/^refs\/(?:heads|remotes)\//, ""), commit }];
  });
}

const MAIN_BRANCHES = ["refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master"];
