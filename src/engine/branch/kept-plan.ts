import type { CommitId } from "../../ports/git.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { dropRef, keepRef } from "../../workspace/history/refs.ts";

/** The ref that keeps the commits of a finished plan, whatever becomes of its branch: an audit needs them all. */
export const keptRef = (plan: string): string => `refs/planwright/plans/${plan}`;

/** Keeps them. Twice changes nothing; the ref moves when the plan's tip has moved. */
export const keepPlan = (git: HarnessGit, { plan, tip }: { plan: string; tip: CommitId }): Promise<void> =>
  keepRef(git, keptRef(plan), tip);

/** Lets them go, with a plan that is discarded. */
export const forgetPlan = (git: HarnessGit, { plan, tip }: { plan: string; tip: CommitId }): Promise<void> =>
  dropRef(git, keptRef(plan), tip);
