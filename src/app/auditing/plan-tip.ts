import type { CommitId, CommitObject, History } from "../../ports/git.ts";
import { readMessage } from "../../record/commit-message.ts";

/** The last commit of a plan, the merge that brought it to where the person looked, if one did, and what came after it. */
export type PlanTip = { tip: CommitId; mergedBy: CommitId | null; later: number };

/**
 * Where a plan's own commits end. On the main branch that is the plan that was merged last; any other branch is taken
 * as it stands, because a commit on top of a plan's branch must not go unseen.
 */
export async function planTip(history: History, tip: CommitId, isMain: boolean): Promise<PlanTip> {
  const asItStands = { tip, mergedBy: null, later: 0 };
  if (!isMain) return asItStands;
  let count = 0;
  const seen = await history.firstParents(tip, (commit) => isOfPlan(commit) || ++count >= MOST_COMMITS);
  for (const [index, commit] of seen.entries()) {
    // Below other commits it was merged without a commit of its own: those are about something else.
    if (isOfPlan(commit)) return { tip: commit.id, mergedBy: null, later: index };
    const [, merged] = commit.parents;
    const [other] = merged === undefined ? [] : await history.firstParents(merged, () => true);
    if (other && isOfPlan(other)) return { tip: other.id, mergedBy: commit.id, later: index };
  }
  return asItStands;
}

/** Nobody looks for a plan that was merged longer ago without naming it. */
const MOST_COMMITS = 1000;

/** People write `Plan complete rewrite of …`, too; only the harness names the plan in a trailer. */
const isOfPlan = ({ message }: CommitObject): boolean =>
  readMessage(message).kind !== "other" && /^Plan: ./m.test(message);
