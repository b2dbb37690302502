import type { Run } from "../record/run.ts";
import { findRun, type OpenedRuns } from "./open-runs.ts";

/** Like `findRun`, for what people do with a run after it is over: without a name, the newest when none is under way. */
export async function latestRun(runs: OpenedRuns, name: string | undefined): Promise<Run> {
  const all = await runs.store.runs.list({ commonDir: runs.opened.git.facts.commonDir });
  const isUnderWay = all.some(({ status }) => status === "in-progress" || status === "approved");
  return findRun(runs, name ?? (isUnderWay ? undefined : all[0]?.id));
}
