import type { Step } from "../plan/model.ts";
import type { Run } from "../record/run.ts";
import { chosenSteps } from "./chosen-steps.ts";
import { findRun, type OpenedRuns } from "./open-runs.ts";
import { UsageError } from "./usage-error.ts";

/** Like `findRun`, for what people do with a run after it is over: without a name, the newest when none is under way. */
export async function latestRun(runs: OpenedRuns, name: string | undefined): Promise<Run> {
  const all = await runs.store.runs.list({ commonDir: runs.opened.git.facts.commonDir });
  const isUnderWay = all.some(({ status }) => status === "in-progress" || status === "approved");
  return findRun(runs, name ?? (isUnderWay ? undefined : all[0]?.id));
}

/** A run and perhaps one of its steps: `RUN`, `RUN STEP`, or `2` for step 2 of the latest run, unless a run is called 2. */
export async function latestRunAndStep(
  runs: OpenedRuns,
  [first, second]: readonly string[],
): Promise<{ run: Run; step: Step | null }> {
  if (first === undefined) return { run: await latestRun(runs, undefined), step: null };
  if (second !== undefined) return withStep(await latestRun(runs, first), second);
  try {
    return { run: await latestRun(runs, first), step: null };
  } catch (error) {
    if (!(error instanceof UsageError) || !/^(?:step-?|task-?)?\d+$/i.test(first)) throw error;
    return withStep(await latestRun(runs, undefined), first);
  }
}

const withStep = (run: Run, name: string): { run: Run; step: Step | null } => ({
  run,
  step: chosenSteps(run.plan, [name])[0] ?? null,
});
