import type { Step } from "../../plan/model.ts";
import { repositoryIdOf } from "../../record/repository-id.ts";
import type { Run } from "../../record/run.ts";
import { Refused } from "../../std/refusal.ts";
import { chosenSteps } from "../plans/chosen-steps.ts";
import { findRun, type Given, isNamed, type OpenedRuns } from "./open-runs.ts";

/** Like `findRun`, for what people do with a run after it is over: without a name, the newest when none is under way. */
export async function latestRun(runs: OpenedRuns, name: string | undefined, order: Given): Promise<Run> {
  const all = await runs.store.runs.list({ repository: repositoryIdOf(runs.opened.git.facts) });
  const isUnderWay = all.some(({ status }) => status === "in-progress" || status === "approved");
  return findRun(runs, name ?? (isUnderWay ? undefined : all[0]?.id), order);
}

/**
 * A run and perhaps one of its steps: `RUN`, `RUN STEP`, `STEP RUN`, or `2` for step 2 of the latest run, unless a run is
 * called 2.
 */
export async function latestRunAndStep(
  runs: OpenedRuns,
  [first, second]: readonly string[],
  order: Given,
): Promise<{ run: Run; step: Step | null }> {
  if (first === undefined) return { run: await latestRun(runs, undefined, order), step: null };
  if (second !== undefined) return stepOfRun(runs, { run: first, step: second }, order);
  try {
    return { run: await latestRun(runs, first, order), step: null };
  } catch (error) {
    if (!(error instanceof Refused && error.code === "no-run") || !/^(?:step-?|task-?)?\d+$/i.test(first)) throw error;
    return stepOfRun(runs, { run: undefined, step: first }, { ...order, with: { ...order.with, step: first } });
  }
}

/** A step by number or id, and the run it belongs to; without one, the latest. */
export type NamedStep = { step: string; run: string | undefined };

/** Nobody remembers which of the two comes first: where only the other way round names a run, it is meant so. */
export async function stepOfRun(runs: OpenedRuns, named: NamedStep, order: Given): Promise<{ run: Run; step: Step }> {
  const isTurned = named.run !== undefined && (await isRun(runs, named.step)) && !(await isRun(runs, named.run));
  const { run: name, step: of } = isTurned ? { run: named.step, step: named.run ?? "" } : named;
  const run = await latestRun(runs, name, order);
  const [step] = chosenSteps(run.plan, [of]);
  if (!step) throw new Error(`no step ${of}`);
  return { run, step };
}

const isRun = async ({ opened, store }: OpenedRuns, name: string): Promise<boolean> =>
  (await store.runs.list({ repository: repositoryIdOf(opened.git.facts) })).some((run) => isNamed(run, name));
