import { decide } from "../engine/decide.ts";
import { currentState } from "../engine/journal-state.ts";
import { takeUp } from "../engine/orders.ts";
import { planOf } from "../engine/step-run.ts";
import type { Mode } from "../plan/words.ts";
import type { OpenedRun, Standing } from "./go-on.ts";
import { liveHolder, spoken } from "./lease.ts";
import { findRun } from "./open-runs.ts";
import { personName } from "./person.ts";
import { openRememberedRuns } from "./remembered-runs.ts";
import { UsageError } from "./usage-error.ts";

/** A run that may go on. `waiting` is not null when nothing can be done before somebody answers. */
export type ResumedRun = OpenedRun & { waiting: Standing | null };

/**
 * Takes a run up again: after a pause, a crash, an answer, or when the plan has failed. The mode is for this time only.
 * The caller closes the store.
 */
export async function resumeRun(
  name: string | undefined,
  mode: Mode | null,
  told: (line: string) => void,
): Promise<ResumedRun> {
  const { opened, store } = await openRememberedRuns(told);
  try {
    const found = await findRun({ opened, store, close: store.close }, name);
    const holder = await liveHolder(store, found.id);
    if (holder) {
      const { id } = found.plan;
      throw new UsageError(`${spoken(holder)} carries ${id} out; \`planwright watch ${id}\` shows how it goes`);
    }
    await takeUp(store.journal, found, personName());
    const run = mode === null ? found : { ...found, mode };
    return { run, store, waiting: await waitingFor({ run, store }) };
  } catch (error) {
    await store.close();
    throw error;
  } finally {
    opened.git.objects.close();
  }
}

/** Known without a sandbox, a tree or a workflow: the journal says it. */
export async function waitingFor({ run, store }: OpenedRun): Promise<Standing | null> {
  const state = await currentState(store.journal, run.id);
  const decision = decide(planOf(run), state);
  if (decision.do !== "halt" || decision.why !== "waiting") return null;
  return { halt: "waiting", open: [...state.open.values()], seq: state.seq };
}
