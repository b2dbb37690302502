import type { Signer } from "../../ports/signer.ts";
import type { Journal } from "../../ports/store.ts";
import type { Run } from "../../record/run.ts";
import type { HarnessGit } from "../../workspace/git/harness-git.ts";
import { saveAttempt } from "../../workspace/history/debug-branches.ts";
import { harness } from "../plan-text/plan-branch.ts";
import { currentState } from "../state/journal-state.ts";
import { keysOf, type Outcome } from "../state/outcome.ts";
import { stepOf } from "../state/step-run.ts";

/**
 * Keeps what has passed and waits to be accepted, each on a debug branch, and names those branches: it lies in no branch
 * yet, and what it rests on is about to change. To do so twice changes nothing.
 */
export async function keepOpenWork({
  run,
  store: { journal },
  git,
  signer,
}: {
  run: Run;
  store: { journal: Journal };
  git: HarnessGit;
  signer: Signer;
}): Promise<string[]> {
  const { steps } = await currentState(journal, run.id);
  const kept: string[] = [];
  for (const [id, { progress, leg }] of steps) {
    if (!isOpen(progress.status)) continue;
    const { number } = stepOf(run.plan, id);
    const attempt = progress.attempts;
    const outcome = await journal.find<Outcome>(run.id, keysOf({ step: id, attempt, leg }).outcome);
    if (!outcome || outcome.tree === null || outcome.verdict.is !== "passed") continue;
    const message = `attempt ${attempt} at step ${number} of ${run.plan.id}, which passed and was not accepted\n`;
    const work = { tree: outcome.tree, base: outcome.base, who: harness(signer), message };
    const { ref } = await saveAttempt(git, { plan: run.plan.id, task: number, attempt }, work);
    kept.push(ref.replace("refs/heads/", ""));
  }
  return kept;
}

/** Begun and not accepted. */
export const isOpen = (status: string): boolean => status !== "done" && status !== "pending";
