import type { CommitObject } from "../../ports/git.ts";
import { readMessage } from "../../record/commit-message.ts";
import type { AuditInput, Problem } from "./audit.ts";
import { finding } from "./ledger.ts";

export type BranchCommit = { commit: CommitObject; message: ReturnType<typeof readMessage> };

/** The plan's own commits, oldest first; without an approval at the beginning, there is a problem that says so. */
export type Branch = { commits: BranchCommit[]; problems: Problem[] };

/**
 * From the tip back to the approval. What can be read before something is missing is still audited. A branch with this
 * many commits that are not the harness's is broken already, so the rest of a long history is not read.
 */
export async function walk({ history, tip, base }: AuditInput): Promise<Branch> {
  const seen: BranchCommit[] = [];
  const problems: Problem[] = [];
  let strangers = 0;
  try {
    await history.firstParents(tip, (commit) => {
      const message = readMessage(commit.message);
      if (commit.id === base && message.kind !== "approved") return true;
      seen.push({ commit, message });
      if (message.kind === "other") strangers++;
      return message.kind === "approved" || commit.id === base || strangers === MOST_STRANGERS;
    });
  } catch (error) {
    problems.push(unreadable(seen, tip, error));
  }
  const oldest = seen.at(-1);
  if (oldest?.message.kind === "approved") return { commits: seen.reverse(), problems };
  if (problems.length === 0)
    problems.push(noApproval(seen, tip, strangers === MOST_STRANGERS || isBottom(oldest, base)));
  return { commits: ofPlan(seen).reverse(), problems };
}

const MOST_STRANGERS = 1000;

function unreadable(seen: readonly BranchCommit[], tip: string, error: unknown): Problem {
  const child = seen.at(-1)?.commit;
  const reason = error instanceof Error ? error.message : String(error);
  if (!child) return finding(`the history of ${tip} cannot be read: ${reason}`, tip);
  return finding(`its parent ${child.parents[0]} cannot be read: ${reason}`, child.id);
}

/** Whether nothing that belongs to the audit lies below a commit; a shallow clone ends above its bottom. */
const isBottom = (oldest: BranchCommit | undefined, base: string | null): boolean =>
  [undefined, base].includes(oldest?.commit.parents[0]);

function noApproval(seen: readonly BranchCommit[], tip: string, isAllRead: boolean): Problem {
  const oldest = seen.at(-1)?.commit;
  const last = ofPlan(seen).at(-1);
  if (!oldest || !last) return finding("this is no plan's branch: it has no commit `plan approved`", tip);
  if (isAllRead) return finding("no commit `plan approved` comes before this one", last.commit.id);
  const what = "the history ends here, before the commit `plan approved`; fetch all of it: git fetch --unshallow";
  return finding(what, oldest.id);
}

/**
 * Down to the last commit that speaks of a plan, and the one below it, which stands where the approval should; what
 * lies deeper is ordinary history.
 */
function ofPlan(seen: readonly BranchCommit[]): BranchCommit[] {
  const last = seen.findLastIndex(({ message }) => message.kind !== "other");
  if (last < 0) return [];
  return seen.slice(0, seen[last]?.message.kind === "malformed" ? last + 1 : last + 2);
}
