import { takeUp } from "../../engine/questions/orders.ts";
import type { Mode } from "../../plan/words.ts";
import { chosenAgent } from "../agents/agents-of-plan.ts";
import { personName } from "../opening/person.ts";
import { UsageError } from "../opening/usage-error.ts";
import { spoken } from "../runs/host-process.ts";
import { liveHolder } from "../runs/lease.ts";
import { findRun } from "../runs/open-runs.ts";
import { openRememberedRuns } from "../runs/remembered-runs.ts";
import { type OpenedRun, type Standing, standingNow } from "./go-on.ts";

/** A run that may go on. `waiting` is not null when nothing can be done before somebody answers. */
export type ResumedRun = OpenedRun & { waiting: Standing | null };

/**
 * Takes a run up again: after a pause, a crash, an answer, or when the plan has failed. Mode and agent are for this time
 * only. The caller closes the store.
 */
export async function resumeRun(
  name: string | undefined,
  { mode, agent }: { mode: Mode | null; agent: string | null },
  told: (line: string) => void,
): Promise<ResumedRun> {
  const { opened, store } = await openRememberedRuns(told);
  try {
    const found = await findRun({ opened, store, close: store.close }, name, "resume");
    const holder = await liveHolder(store, found.id);
    if (holder) {
      const { id } = found.plan;
      throw new UsageError(`${spoken(holder)} carries ${id} out; \`planwright watch ${id}\` shows how it goes`);
    }
    await takeUp(store.journal, found, personName());
    const other = agent === null ? {} : { agent: chosenAgent(agent), agents: {}, from: process.cwd() };
    const run = { ...found, ...other, mode: mode ?? found.mode };
    return { run, store, waiting: await waitingFor({ run, store }) };
  } catch (error) {
    await store.close();
    throw error;
  } finally {
    opened.git.objects.close();
  }
}

/** Known without a sandbox, a tree or a workflow: the journal says it. */
export async function waitingFor(opened: OpenedRun): Promise<Standing | null> {
  const standing = await standingNow(opened);
  return standing.halt === "waiting" ? standing : null;
}
