import { keepPlan, keptRef } from "../../engine/branch/kept-plan.ts";
import type { CommitId } from "../../ports/git.ts";
import type { Run } from "../../record/run.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import type { PersonCheckout } from "../../workspace/git/person-git.ts";
import { pushBranch, pushKept } from "./pr-push.ts";

/** The ref that keeps a plan's commits, and why it is not on the remote; null when it is. */
export type Kept = { ref: string; trouble: string | null };

export type PlanPush = { status: "pushed"; kept: Kept | null } | { status: "refused"; told: string };

/**
 * Pushes a plan's branch. With one that is done goes the ref that keeps its commits: a host that squashes it, and deletes
 * the branch, leaves nothing else of them. A remote that takes no such ref still gets the branch.
 */
export async function pushPlan(
  git: HarnessGit,
  checkout: PersonCheckout,
  about: { run: Run; tip: CommitId; remote: string; isDone: boolean; isAtTerminal: boolean },
): Promise<PlanPush> {
  const { run, tip, remote, isDone, isAtTerminal } = about;
  const plan = run.plan.id;
  const kept = isDone ? keptRef(plan) : null;
  if (isDone) await keepPlan(git, { plan, tip });
  const push = { remote, to: run.branch, tip, isAtTerminal };
  const trouble = await pushBranch(checkout, { ...push, kept });
  if (trouble !== null) return { status: "refused", told: trouble };
  if (kept === null) return { status: "pushed", kept };
  return { status: "pushed", kept: { ref: kept, trouble: await pushKept(checkout, { ...push, kept }) } };
}
