import { cancel, pause } from "../engine/orders.ts";
import type { Run } from "../record/run.ts";
import { liveHolder, spoken } from "./lease.ts";
import { findRun, type OpenedRuns } from "./open-runs.ts";
import { personName } from "./person.ts";
import { openRememberedRuns } from "./remembered-runs.ts";

export type StopOrder = "pause" | "pause-now" | "cancel";

/** A run that was told to stop. `by` carried it out then; `hasStopped` says whether it has let go of it. */
export type StoppedRun = { run: Run; by: string | null; hasStopped: boolean };

/** Tells a run to stop, and waits a moment for whoever carries it out, unless that may end its attempt first. */
export async function stopRun(name: string | undefined, order: StopOrder): Promise<StoppedRun> {
  const runs = await openRememberedRuns();
  try {
    const run = await findRun(runs, name);
    const { journal } = runs.store;
    const seen = (await journal.read(run.id, 0)).at(-1)?.seq ?? 0;
    const holder = await liveHolder(runs.store, run.id);
    if (order === "cancel") await cancel(journal, run, personName());
    else await pause(journal, run, personName(), order === "pause-now");
    const by = holder && spoken(holder);
    return { run, by, hasStopped: by === null || (order !== "pause" && (await isReleased(runs, run, seen))) };
  } finally {
    await runs.close();
  }
}

const PATIENCE = 15_000;

async function isReleased({ store }: OpenedRuns, run: Run, after: number): Promise<boolean> {
  for await (const event of store.journal.follow(run.id, after, AbortSignal.timeout(PATIENCE))) {
    if (event.type === "released") return true;
  }
  return false;
}
