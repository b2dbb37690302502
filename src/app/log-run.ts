import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transcriptFile } from "../engine/transcript.ts";
import type { Run } from "../record/run.ts";
import type { RunEvent } from "../record/run-event.ts";
import { chosenSteps } from "./chosen-steps.ts";
import { findRun, type OpenedRuns } from "./open-runs.ts";
import { openRememberedRuns } from "./remembered-runs.ts";
import { UsageError } from "./usage-error.ts";

/** Everything that has happened to a run. */
export type RunLog = { run: Run; events: RunEvent[] };

export async function runLog(name: string | undefined): Promise<RunLog> {
  const runs = await openRememberedRuns();
  try {
    const run = await findRun(runs, name);
    return { run, events: await runs.store.journal.read(run.id, 0) };
  } finally {
    await runs.close();
  }
}

/** What an agent printed in one leg of an attempt; null when nothing is kept of it any more. */
export type Transcript = { step: string; number: number; attempt: number; leg: number; text: string | null };

/** What the agents of a step printed, first attempt first; of all attempts, or of one. */
export async function transcripts(name: string, step: string, attempt: number | null): Promise<Transcript[]> {
  const runs = await openRememberedRuns();
  try {
    const run = await findRun(runs, name);
    const [chosen] = chosenSteps(run.plan, [step]);
    if (!chosen) throw new UsageError(`${run.plan.id} has no step ${step}`);
    const begun = (await runs.store.journal.read(run.id, 0))
      .filter((event) => event.type === "attempt-started")
      .filter((event) => event.step === chosen.id && (attempt === null || event.attempt === attempt));
    if (begun.length === 0) throw new UsageError(notTried(chosen.number, attempt));
    return begun.map((key) => ({
      ...{ step: chosen.id, number: chosen.number, attempt: key.attempt, leg: key.leg },
      text: textIn(transcriptPath(runs, run, key)),
    }));
  } finally {
    await runs.close();
  }
}

/** The file that keeps what an agent printed in one leg of an attempt. */
export const transcriptPath = (
  { opened }: OpenedRuns,
  { id, plan }: Run,
  key: { step: string; attempt: number; leg: number },
): string => transcriptFile(join(opened.folder, "runs", plan.id), { run: id, ...key });

const textIn = (path: string): string | null => (existsSync(path) ? readFileSync(path, "utf8") : null);

const notTried = (number: number, attempt: number | null): string =>
  attempt === null
    ? `nobody has worked on step ${number} yet`
    : `step ${number} has no attempt ${attempt}; \`planwright status\` shows how many there were`;
